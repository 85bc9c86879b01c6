import type { Transaction } from '../../platform/db/transaction.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan, plans } from '../billing/rules.ts'

const minute = 60_000
const longestOffset = 16 * 60

/** The moment at which this month began on the calendar on the wall there, to the minute. */
export function startOfMonthIn(timeZone: string, moment: Date): Date {
  const firstDay = `${dateIn(timeZone, moment).slice(0, 8)}01`
  const midnightUtc = Date.parse(`${firstDay}T00:00:00Z`)
  // Halves the time in which it can lie: the database and Node need not know the same zones by the same names.
  let [before, reached] = [-longestOffset, longestOffset]
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dateIn(timeZone, new Date(midnightUtc + middle * minute)) < firstDay) before = middle
    else reached = middle
  }
  return new Date(midnightUtc + reached * minute)
}

// Only an invoice that nobody was ever mailed gives its place back when it is removed.
const madeStatement = `
  select (select count(*) from invoices where business_id = $1 and created_at >= $2)::int
    + (select count(*) from deleted_invoices where business_id = $1 and created_at >= $2 and was_sent)::int as made`

/**
 * Refuses one invoice too many for the plan. Called last, with the new invoice already in: the lock makes transactions
 * of one business count one after the other, each seeing what the one before it has kept.
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
    client.query<{ made: number }>(madeStatement, [business.id, startOfMonthIn(business.timeZone, now)]),
  ])
  if ((rows[0]?.made ?? 0) <= invoicesPerMonth) return
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `You have made ${invoicesPerMonth} invoices this month, which is what the ${label} plan includes. ` +
      'Upgrade to make more.',
  )
}
