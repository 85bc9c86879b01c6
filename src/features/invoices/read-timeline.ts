import { nameOf } from '../../platform/db/name-of.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { getTimeline } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { invoiceCancelled } from './mail/invoice-objection.ts'
import { mailReason, mailReasonValues, mailWaits } from './mail/mail-reason.ts'
import { getInvoiceRow } from './queries.ts'

type Timeline = ResponseOf<typeof getTimeline>
type Entry = Timeline['entries'][number]

// Rows of one transaction have the same time. `rank` orders them: a change, a credit note or a removed fee before what follows from it, mails last.
const timelineStatement = `
  select id, at, kind, amount_minor::float8 as "amountMinor", is_test as "isTest", null as to, null as mail,
    null::int as "offsetDays", null as reason, false as "waitsForAccount", note, ${nameOf('invoice_events.user_id')} as who,
    case when kind in ('created', 'duplicated', 'changed', 'credited', 'late-fee-removed') then 0 when kind = 'overpaid' then 2 else 1 end as rank
  from invoice_events where business_id = $1 and invoice_id = $2
  union all
  select id, case when state = 'sent' then coalesce(sent_at, created_at) else created_at end, 'mail-' || state,
    null, false, to_address, kind, (
      select r.offset_days from reminders r
      where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = mails.id),
    ${mailReason}, ${mailWaits}, null, ${nameOf('mails.user_id')}, 3
  from (
    select * from mails where business_id = $1 and invoice_id = $2
    union all
    select m.* from mail_invoices o join mails m on m.id = o.mail_id and m.business_id = $1
    where o.business_id = $1 and o.invoice_id = $2
  ) mails
  where kind in ('invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'autopay')
  union all
  select id, at, 'reminder-' || state, null, false, null, null, offset_days, null, false, null, null, 1
  from reminders where business_id = $1 and invoice_id = $2 and state <> 'sent'
  order by at desc, rank desc, id
  limit 500`

export async function readTimeline(
  { database }: InvoiceDeps,
  { businessId }: Identity,
  id: string,
): Promise<Timeline> {
  const [{ currency, status }, { rows }] = await withTenant(database, businessId, (tx) =>
    Promise.all([
      getInvoiceRow(tx, id),
      tx.client.query<Omit<Entry, 'at'> & { at: Date; rank: number }>({
        name: 'invoice-timeline',
        text: timelineStatement,
        values: [businessId, id, ...mailReasonValues],
      }),
    ]),
  )
  const entries = rows.map(({ rank: _rank, ...entry }) => ({
    ...entry,
    // A held mail is refused only when it is released, which may never happen.
    ...(status === 'cancelled' &&
      entry.kind === 'mail-held' &&
      entry.mail === 'invoice' && { kind: 'mail-failed' as const, reason: invoiceCancelled }),
    at: entry.at.toISOString(),
  }))
  return { currency, entries }
}
