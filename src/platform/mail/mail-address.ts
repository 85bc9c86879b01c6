import addressparser from 'nodemailer/lib/addressparser'

// oxlint-disable-next-line no-control-regex -- a header must not carry any of them
const controls = /[\u0000-\u001f\u007f]/
/** Line ends of every kind, other controls, and marks that turn the direction of what follows. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Refuses text that could end its header line and begin another one. */
export function checkHeaderText(field: string, value: string): void {
  if (controls.test(value))
    throw new Error(`The mail's ${field} contains a line break or a control character.`)
}

/** Text that a user wrote, made fit for a header: one line, with nothing hidden in it, not even as an encoded word. */
export function toHeaderText(text: string): string {
  return text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim().replaceAll('=?', '= ?')
}

/** The mailbox of `sender` under another name, whatever stands in that name. */
export function mailboxNamed(name: string, sender: string): string {
  const { address } = parseMailAddress('sender', sender)
  return `"${toHeaderText(name).replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/**
 * Reads one mailbox such as `Name <name@example.com>`. A list is refused: what was meant as one recipient must not
 * become two.
 */
export function parseMailAddress(
  field: string,
  value: string,
): { name: string; address: string; domain: string } {
  checkHeaderText(field, value)
  const [mailbox, ...others] = addressparser(value)
  const at = mailbox?.address?.lastIndexOf('@') ?? -1
  if (!mailbox?.address || others.length > 0 || at < 1 || at === mailbox.address.length - 1) {
    throw new Error(`The mail's ${field} is not one e-mail address.`)
  }
  return { name: mailbox.name, address: mailbox.address, domain: mailbox.address.slice(at + 1) }
}
