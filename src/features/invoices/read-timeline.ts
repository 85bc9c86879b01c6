import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { retriedFor } from '../../platform/mail/retry-mails.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { getTimeline } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { invoiceCancelled } from './mail/invoice-objection.ts'
import { getInvoiceRow } from './queries.ts'

type Timeline = ResponseOf<typeof getTimeline>
type Entry = Timeline['entries'][number]

const heldReason = 'It will be sent as soon as you confirm your own email address.'
const settingsHint = ' Check your email settings in Integrations.'
const autoRetryHint =
  ' Check your email settings in Integrations. Once they’re saved, it’s sent automatically.'

// Rows of one transaction have the same time. `rank` orders them: a change, a credit note or a removed fee before what follows from it, mails last.
const timelineStatement = `
  select id, at, kind, amount_minor::float8 as "amountMinor", is_test as "isTest", null as to, null as mail,
    null::int as "offsetDays", null as reason, false as "waitsForAccount", note,
    case when kind in ('created', 'duplicated', 'changed', 'credited', 'late-fee-removed') then 0 when kind = 'overpaid' then 2 else 1 end as rank
  from invoice_events where business_id = $1 and invoice_id = $2
  union all
  select id, case when state = 'sent' then coalesce(sent_at, created_at) else created_at end, 'mail-' || state,
    null, false, to_address, kind, (
      select r.offset_days from reminders r
      where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = mails.id),
    case when state = 'held' then $3 when state <> 'sent' then last_error || case
      when not waits_for_account then ''
      when state = 'failed' and is_retried then $5 else $4 end end,
    waits_for_account and (state = 'queued' or (state = 'failed' and is_retried)), null, 3
  from mails, lateral (select created_at > now() - $6::interval as is_retried) age
  where business_id = $1 and invoice_id = $2 and kind in ('invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'autopay')
  union all
  select id, at, 'reminder-' || state, null, false, null, null, offset_days, null, false, null, 1
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
        values: [businessId, id, heldReason, settingsHint, autoRetryHint, retriedFor],
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
