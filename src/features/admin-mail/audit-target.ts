import type { Transaction } from '../../platform/db/transaction.ts'

interface AuditedMail {
  to: string
  kind: string
  onBehalf: boolean
}

/**
 * Returns a mail as the audit log records it. The log can never be cleared, so it contains no address of a
 * business's client: mails on behalf of a business are recorded by id only.
 */
export function auditTarget(id: string, { to, kind, onBehalf }: AuditedMail) {
  return { target: { id, label: onBehalf ? null : to }, details: { kind } }
}

/** A message as the audit log records it, from the outbox: its own headers cannot be trusted. */
export async function readAuditTarget({ client }: Transaction, id: string) {
  const { rows } = await client.query<AuditedMail>(
    `select to_address as "to", kind, on_behalf as "onBehalf" from mails where id = $1`,
    [id],
  )
  return rows[0] ? auditTarget(id, rows[0]) : { target: { id, label: null } }
}
