import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type InvoiceKey, invoiceNotFound } from '../invoices/queries.ts'
import type { StoredStatus } from '../invoices/rules.ts'
import type { InvoiceReminders } from './contract.ts'

interface Row {
  nextAt: Date | null
  lastAt: Date | null
  nextStep: number | null
  pausedBy: InvoiceReminders['pausedBy']
  status: StoredStatus
  isDisputed: boolean
  isWanted: boolean
  isSent: boolean
  clientOptedOut: boolean | null
  hasOwnSeries: boolean
  /** The number of steps in the series, of those sent or skipped, and of those still to come. */
  steps: number
  settled: number
  ahead: number
}

/** Returns the next reminder of an invoice, or why no reminder is planned. */
export async function getInvoiceReminders(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, invoiceId }: InvoiceKey,
): Promise<InvoiceReminders> {
  const [row] = await queryTenant<Row>(database, businessId, {
    name: 'invoice-reminders',
    text: `select i.next_reminder_at as "nextAt", coalesce((
               select o.step from platform.open_reminders(i) o where o.moment <= $3 order by o.moment desc limit 1),
               i.next_reminder_step) as "nextStep",
             i.reminded_at as "lastAt", i.reminders_paused_by as "pausedBy", i.status, i.is_disputed as "isDisputed", i.send_reminder as "isWanted",
             i.approval is null and (i.sent_at is not null or i.send_option = 'do_not_send') as "isSent",
             c.no_reminders as "clientOptedOut", coalesce(s.has_own_series, false) as "hasOwnSeries",
             days.steps, days.settled, days.ahead
           from invoices i
           join businesses b on b.id = i.business_id
           left join reminder_settings s on s.business_id = i.business_id
           left join clients c on c.business_id = i.business_id and c.id = i.client_id
           cross join lateral (
             select count(*)::int as steps,
               count(*) filter (where r.state in ('sent', 'skipped'))::int as settled,
               count(*) filter (where r.state is null and platform.local_moment(
                 i.due_date + day, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) > $3)::int as ahead
             from (
               select offset_days as day from reminder_steps
               where business_id = $1 and coalesce(s.has_own_series, false)
               union all
               select unnest(platform.default_series()) where not coalesce(s.has_own_series, false)
             ) series
             left join reminders r on r.business_id = $1 and r.invoice_id = $2 and r.offset_days = day
               and r.due_date is not distinct from case when i.parts is not null then i.due_date end
           ) days
           where i.business_id = $1 and i.id = $2`,
    values: [businessId, invoiceId, now()],
  })
  if (!row) throw invoiceNotFound()
  const { nextAt, nextStep, lastAt, pausedBy, clientOptedOut, hasOwnSeries } = row
  const next =
    nextAt === null || nextStep === null ? null : { at: nextAt.toISOString(), offsetDays: nextStep }
  return {
    next,
    lastAt: lastAt && lastAt.toISOString(),
    pausedBy,
    hint: next ? null : hintOf(row),
    clientOptedOut,
    hasOwnSeries,
  }
}

function hintOf(row: Row): InvoiceReminders['hint'] {
  const { status, isDisputed, pausedBy, isWanted, isSent, clientOptedOut, steps, settled, ahead } = row
  if (status !== 'pending') return status
  if (isDisputed) return 'disputed'
  if (pausedBy !== null) return null
  if (!isWanted) return 'off'
  if (clientOptedOut) return 'client-opted-out'
  if (steps === 0) return 'no-steps'
  if (!isSent && ahead > 0) return 'not-sent'
  if (settled === steps) return 'done'
  return settled === 0 ? 'passed' : 'partly-passed'
}
