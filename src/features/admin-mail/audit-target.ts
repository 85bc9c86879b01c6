import type { Transaction } from '../../platform/db/transaction.ts'

interface KnownMail {
  to: string
  kind: string
  onBehalf: boolean
}

/**
 * A mail as the audit log names it. The log can never be cleared, so it holds no address of a business's client: what
 * was written in its name has its id only.
 */
export function notedMail(id: string, { to, kind, onBehalf }: KnownMail) {
  return { target: { id, label: onBehalf ? null : to }, details: { kind } }
}

/** A message in the mailbox, whose own header nobody vouches for: only the outbox knows whose mail it was. */
export async function notedMessage({ client }: Transaction, id: string) {
  const { rows } = await client.query<KnownMail>(
    `select to_address as "to", kind, on_behalf as "onBehalf" from mails where id = $1`,
    [id],
  )
  return rows[0] ? notedMail(id, rows[0]) : { target: { id, label: null } }
}
