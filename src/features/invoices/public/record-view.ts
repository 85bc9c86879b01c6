import type { Transaction } from '../../../platform/db/transaction.ts'

/** Records that a client viewed an invoice: the time of the first view, and at most one timeline entry per hour. */
export async function recordView(
  { client }: Transaction,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
): Promise<void> {
  const keys = [businessId, invoiceId]
  // The lock makes simultaneous views run one after the other, so that each sees what the previous one recorded.
  await client.query('select from invoices where business_id = $1 and id = $2 for no key update', keys)
  await client.query(
    `insert into invoice_events (business_id, invoice_id, kind)
     select business_id, id, 'viewed' from invoices
     where business_id = $1 and id = $2 and not exists (
       select from invoice_events e
       where e.business_id = $1 and e.invoice_id = $2 and e.kind = 'viewed' and e.at > now() - interval '1 hour')`,
    keys,
  )
  await client.query(
    'update invoices set viewed_at = now() where business_id = $1 and id = $2 and viewed_at is null',
    keys,
  )
}
