import type { Transaction } from '../../platform/db/transaction.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan, plans } from '../billing/rules.ts'

const minuteMs = 60_000
const maxOffsetMinutes = 16 * 60

/** Returns when the current month began in a time zone, to the minute. */
export function startOfMonthIn(timeZone: string, moment: Date): Date {
  const firstDay = `${dateIn(timeZone, moment).slice(0, 8)}01`
  const midnightUtc = Date.parse(`${firstDay}T00:00:00Z`)
  // A binary search. It is not done in SQL, because Postgres and Node may know different time zone names.
  let [before, reached] = [-maxOffsetMinutes, maxOffsetMinutes]
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dateIn(timeZone, new Date(midnightUtc + middle * minuteMs)) < firstDay) before = middle
    else reached = middle
  }
  return new Date(midnightUtc + reached * minuteMs)
}

// A deleted invoice still counts if it was mailed. One that was made elsewhere and imported does not.
const countStatement = `
  select (select count(*) from invoices i where i.business_id = $1 and i.created_at >= $2
      and not exists (select from data_import_records r
        where r.business_id = $1 and r.kind = 'invoice' and r.record_id = i.id))::int
    + (select count(*) from deleted_invoices where business_id = $1 and created_at >= $2 and was_sent)::int as count`

/**
 * Throws if the business has more invoices this month than its plan allows. Call it after the insert: the
 * lock makes transactions of one business count one after the other, so that each sees what the others
 * committed.
 */
export async function assertWithinPlan(
  { client }: Transaction,
  business: { id: string; plan: Plan; timeZone: string },
  now: Date,
): Promise<void> {
  const { label, invoicesPerMonth } = plans[business.plan]
  if (invoicesPerMonth === null) return
  const [, { rows }] = await Promise.all([
    client.query(`select pg_advisory_xact_lock(hashtextextended('invoice-limit:' || $1, 0))`, [business.id]),
    client.query<{ count: number }>(countStatement, [business.id, startOfMonthIn(business.timeZone, now)]),
  ])
  if ((rows[0]?.count ?? 0) <= invoicesPerMonth) return
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `You’ve created ${invoicesPerMonth} invoices this month, which is the limit of the ${label} plan. ` +
      'Upgrade to create more.',
  )
}
