import { sql } from 'drizzle-orm'
import { periodChanges, reportSettings } from '../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { addDays, dateIn, formatDate } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { lockClosedThrough } from './assert-open-period.ts'
import type * as contract from './contract.ts'
import { assertPlanHasReports, getPeriodSettings } from './queries.ts'

type PeriodDeps = Deps<'database' | 'now'>

/** Closes everything up to a day. What a person would change there by hand is refused from then on. */
export function closePeriod(
  deps: PeriodDeps,
  caller: Caller,
  { through, note }: BodyOf<typeof contract.closePeriod>,
): Promise<contract.PeriodSettings> {
  if (through >= dateIn(caller.business.timeZone, deps.now()))
    throw fieldError('through', 'Please choose a day before today.')
  return changePeriod(deps, caller, { kind: 'closed', note }, async (_tx, before) => {
    if (before !== null && through <= before)
      throw fieldError(
        'through',
        `Everything through ${formatDate(before)} is already closed. Please choose a later day.`,
      )
    return through
  })
}

/** Opens everything from a day on. What is before it stays closed. */
export function reopenPeriod(
  deps: PeriodDeps,
  caller: Caller,
  { from, note }: BodyOf<typeof contract.reopenPeriod>,
): Promise<contract.PeriodSettings> {
  return changePeriod(deps, caller, { kind: 'reopened', note }, async (tx, before) => {
    if (before === null) throw fieldError('from', 'No period is closed.')
    if (from > before)
      throw fieldError(
        'from',
        `Please choose ${formatDate(before)}, the last closed day, or a day before it.`,
      )
    return (await isAnythingBefore(tx, caller.businessId, from)) ? addDays(from, -1) : null
  })
}

/** Whether there is something before the day that a closed period would protect, or an earlier closing ended there. */
async function isAnythingBefore({ client }: Transaction, businessId: string, day: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `(select from period_changes where business_id = $1 and kind = 'closed' and after < $2 limit 1)
     union all (select from invoices where business_id = $1 and issue_date < $2 limit 1)
     union all (select from payments where business_id = $1 and received_on < $2 limit 1)
     union all (select from expenses where business_id = $1 and date < $2 limit 1)
     union all (select from transactions where business_id = $1 and date < $2 limit 1)`,
    [businessId, day],
  )
  return rowCount !== 0
}

/** Decides and writes the last closed day under a lock, notes it, and adds it to the activity of the account. */
function changePeriod(
  deps: PeriodDeps,
  caller: Caller,
  { kind, note }: { kind: 'closed' | 'reopened'; note: string },
  decide: (tx: Transaction, before: string | null) => Promise<string | null>,
): Promise<contract.PeriodSettings> {
  const { businessId, userId: createdBy } = caller
  return withTenant(deps.database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    const before = await lockClosedThrough(tx, businessId)
    const after = await decide(tx, before)
    const values = { closedThrough: after, updatedAt: deps.now() }
    await tx.db
      .insert(reportSettings)
      .values({ businessId, ...values })
      .onConflictDoUpdate({ target: reportSettings.businessId, set: values })
    // Not the time at which the transaction began: it may have waited for another change.
    const at = sql`clock_timestamp()`
    await tx.db.insert(periodChanges).values({ businessId, kind, before, after, note, createdBy, at })
    await recordActivity(tx, caller, {
      kind: `period-${kind}`,
      detail: [`Closed through: ${dayText(after)}`, `Before: ${dayText(before)}`, note && `Note: ${note}`]
        .filter(Boolean)
        .join('. '),
    })
    return getPeriodSettings(tx, businessId)
  })
}

const dayText = (day: string | null) => (day === null ? 'nothing' : formatDate(day))
