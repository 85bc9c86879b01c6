import addressparser from 'nodemailer/lib/addressparser'

// oxlint-disable-next-line no-control-regex -- a header must not carry any of them
const controlCharacters = /[\u0000-\u001f\u007f]/
/** Line breaks of every kind, other control characters, and marks that change the direction of text. */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Throws if the text could end its header line and start another one. */
export function checkHeaderText(field: string, value: string): void {
  if (controlCharacters.test(value))
    throw new Error(`The email’s ${field} contains a line break or a control character.`)
}

/** Makes text from a user safe for a header: one line, without hidden characters or encoded words. */
export function toHeaderText(text: string): string {
  return text.replaceAll(hiddenCharacters, ' ').replaceAll(/\s+/g, ' ').trim().replaceAll('=?', '= ?')
}

/** Returns the mailbox of `sender` with another display name, which may contain any text. */
export function withDisplayName(name: string, sender: string): string {
  const { address } = parseMailAddress('sender', sender)
  return `"${toHeaderText(name).replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/** Parses one mailbox such as `Name <name@example.com>`. Throws for a list of several recipients. */
export function parseMailAddress(
  field: string,
  value: string,
): { name: string; address: string; domain: string } {
  checkHeaderText(field, value)
  const [mailbox, ...others] = addressparser(value)
  const at = mailbox?.address?.lastIndexOf('@') ?? -1
  if (!mailbox?.address || others.length > 0 || at < 1 || at === mailbox.address.length - 1) {
    throw new Error(`The email’s ${field} is not a single email address.`)
  }
  return { name: mailbox.name, address: mailbox.address, domain: mailbox.address.slice(at + 1) }
}
