import { and, eq } from 'drizzle-orm'
import { recurringPeriods } from '../../platform/db/tables/recurring.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { firstPeriodToCome, periodOf } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import { type SeriesRow, changeSeries, lockSeries } from './queries.ts'
import { type SeriesInput, assertInPlan, assertValidSchedule, contentColumns } from './series-input.ts'
import { toSeries } from './series-view.ts'

/** Changes a series from the next invoice on. Invoices that were made do not change. */
export async function updateSeries(
  deps: InvoiceDeps,
  identity: Identity,
  id: string,
  input: BodyOf<typeof contract.updateSeries>,
): Promise<contract.Series> {
  const { businessId, userId } = identity
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockSeries(tx, id)
    const { plan, timeZone } = await getBusinessFacts(tx, businessId, null)
    assertInPlan(plan)
    if (current.version !== input.version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This recurring invoice has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    await assertSameSchedule(tx, current, input)
    assertValidSchedule(input, current.startDate === input.startDate ? null : dateIn(timeZone, now))
    const columns = await contentColumns(tx, deps, { businessId, userId }, input)
    const period = await nextPeriodOf(tx, current, input, { id: businessId, timeZone }, now)
    const version = current.version + 1
    const changed = await changeSeries(tx, current, {
      ...columns,
      ...periodOf(input, period),
      version,
      updatedAt: now,
    })
    await removeUnusedLogos(tx, businessId, deps.log)
    return changed
  })
  return toSeries(row)
}

function changedSchedule(current: SeriesRow, input: SeriesInput) {
  return (['frequency', 'startDate'] as const).filter((field) => current[field] !== input[field])
}

/**
 * Throws if frequency or start date changes after a period was settled: settled periods are numbered by the
 * old schedule.
 */
async function assertSameSchedule(
  { db }: Transaction,
  current: SeriesRow,
  input: SeriesInput,
): Promise<void> {
  const changed = changedSchedule(current, input)
  if (changed.length === 0) return
  const [settled] = await db
    .select({ period: recurringPeriods.period })
    .from(recurringPeriods)
    .where(
      and(eq(recurringPeriods.businessId, current.businessId), eq(recurringPeriods.seriesId, current.id)),
    )
    .limit(1)
  if (!settled) return
  const message = 'Invoices were made already: end this one and begin another.'
  throw new AppError('VALIDATION_FAILED', message, {
    fields: Object.fromEntries(changed.map((field) => [field, message])),
  })
}

/** Returns the next period after the change. A series that was over continues with the next future period. */
async function nextPeriodOf(
  tx: Transaction,
  current: SeriesRow,
  input: SeriesInput,
  business: { id: string; timeZone: string },
  now: Date,
): Promise<number> {
  const changed = changedSchedule(current, input)
  if (changed.includes('startDate')) return 0
  const isRenumbered = changed.length > 0 && current.nextPeriod > 0
  if (isRenumbered) return firstPeriodToCome(tx, business, input, now)
  if (current.nextOn !== null) return current.nextPeriod
  return Math.max(current.nextPeriod, await firstPeriodToCome(tx, business, input, now))
}
