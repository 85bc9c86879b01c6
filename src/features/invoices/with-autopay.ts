import type { Transaction } from '../../platform/db/transaction.ts'
import type { InvoiceDocument } from './contract.ts'
import { cardLabel } from './document/autopay-rules.ts'
import type { InvoiceRow } from './queries.ts'

/** Adds to the document what a saved card will pay, and when. Only invoices of a series can be paid that way. */
export async function withAutopay(
  { client }: Transaction,
  { businessId, id, seriesId }: Pick<InvoiceRow, 'businessId' | 'id' | 'seriesId'>,
  document: InvoiceDocument,
): Promise<InvoiceDocument> {
  if (seriesId === null) return document
  const { rows } = await client.query<{ brand: string; last4: string; on: string; amountMinor: number }>({
    name: 'invoice-autopay',
    text: `select c.brand, c.last4, local.day::text as on, platform.due_minor(i, local.day)::float8 as "amountMinor"
           from invoices i
           join businesses b on b.id = i.business_id
           join saved_cards c on c.business_id = i.business_id and c.series_id = i.series_id
             and c.client_id = i.client_id and c.ended_at is null
           cross join lateral (select platform.local_time(i.autopay_at, b.time_zone)::date as day) local
           where i.business_id = $1 and i.id = $2 and i.autopay_at is not null`,
    values: [businessId, id],
  })
  const [found] = rows
  if (!found) return document
  const { on, amountMinor } = found
  return { ...document, autopay: { card: cardLabel(found), on, amountMinor } }
}
