import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { completeContent } from '../invoices/document/input-rules.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { lockInvoicesOfSeries } from '../payments/saved-cards/saved-card-queries.ts'
import { endCardOfSeries } from '../payments/saved-cards/stop-autopay.ts'
import { planProblems } from '../schedules/rules.ts'
import { firstPeriodToCome, periodOf, planOf } from '../schedules/schedule-columns.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type * as contract from './contract.ts'
import { type SeriesRow, getSeriesRow, seriesStore, settlePeriod } from './queries.ts'
import type { RecurringDeps } from './recurring-deps.ts'
import { type SeriesInput, assertInPlan, contentColumns } from './series-input.ts'
import { toSeries } from './series-view.ts'

/** Runs the change under the lock on the series. */
async function changeSeries(
  deps: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  change: (tx: Transaction, current: SeriesRow, now: Date) => Promise<SeriesRow>,
  { locksInvoices = false } = {},
): Promise<contract.Series> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    // Invoices are locked before their series, as everywhere.
    if (locksInvoices) await lockInvoicesOfSeries(tx, { businessId, seriesId: id })
    return change(tx, await seriesStore.lock(tx, id), now)
  })
  return toSeries(row)
}

export function pauseSeries(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
): Promise<contract.Series> {
  return changeSeries(deps, identity, id, async (tx, current, now) => {
    if (current.pausedAt) return current
    const pause = { pausedAt: now, pausedBy: 'owner', pauseReason: null } as const
    return seriesStore.change(tx, current, { ...pause, updatedAt: now })
  })
}

/** Resumes a series with the first period that is still to come. What fell into the pause is not made up for. */
export function resumeSeries(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
): Promise<contract.Series> {
  return changeSeries(deps, identity, id, async (tx, current, now) => {
    const { businessId } = current
    const { plan, timeZone } = await getBusinessFacts(tx, businessId, null)
    assertInPlan(plan)
    if (!current.pausedAt) return current
    const schedule = planOf(current)
    const nextPeriod = await firstPeriodToCome(tx, { id: businessId, timeZone }, schedule, now)
    return seriesStore.change(tx, current, {
      ...periodOf(schedule, Math.max(current.nextPeriod, nextPeriod)),
      pausedAt: null,
      pausedBy: null,
      pauseReason: null,
      updatedAt: now,
    })
  })
}

/** Skips this period, which must be the next one. Repeating the request changes nothing. */
export function skipPeriod(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
  period: number,
): Promise<contract.Series> {
  return changeSeries(deps, identity, id, async (tx, current, now) => {
    const settled = await seriesStore.listSettled(tx, current, period)
    if (settled.get(period) === 'skipped') return current
    const { nextOn, nextPeriod, pausedAt } = current
    if (nextOn === null || pausedAt || nextPeriod !== period) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This is no longer the next one. Reload to see what comes next.',
      )
    }
    return settlePeriod(tx, { ...current, nextOn }, { state: 'skipped', invoiceId: null }, now)
  })
}

/** Stops charging the saved card of a series. Stopping twice has no further effect. */
export async function stopSeriesAutopay(
  deps: RecurringDeps,
  { businessId }: Identity,
  seriesId: string,
): Promise<contract.Series> {
  const row = await withTenant(deps.database, businessId, async (tx) => {
    await getSeriesRow(tx, seriesId)
    await lockInvoicesOfSeries(tx, { businessId, seriesId })
    await endCardOfSeries(tx, deps, { businessId, seriesId })
    return getSeriesRow(tx, seriesId)
  })
  return toSeries(row)
}

/** Ends a series for good, and with it the saved card that paid it. The row stays, because its invoices refer to it. */
export async function deleteSeries(deps: RecurringDeps, { businessId }: Identity, id: string): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const series = { businessId, seriesId: id }
    await getSeriesRow(tx, id)
    await lockInvoicesOfSeries(tx, series)
    await seriesStore.change(tx, await seriesStore.lock(tx, id), { endedAt: now, updatedAt: now })
    await endCardOfSeries(tx, deps, series)
    await removeUnusedLogos(tx, businessId, deps.log)
  })
}

/** Changes a series from the next invoice on. Invoices that were made do not change. */
export function updateSeries(
  deps: RecurringDeps,
  identity: Identity,
  id: string,
  input: BodyOf<typeof contract.updateSeries>,
): Promise<contract.Series> {
  const change = async (tx: Transaction, current: SeriesRow, now: Date) => {
    const { businessId } = current
    const { plan, timeZone } = await getBusinessFacts(tx, businessId, null)
    assertInPlan(plan)
    assertVersion('recurring invoice', current.version, input.version)
    await assertSameSchedule(tx, current, input)
    const isMoved = current.startDate !== input.startDate
    assertNoProblems(planProblems(input, isMoved ? dateIn(timeZone, now) : null))
    const { ownFields } = completeContent(current.content)
    const columns = await contentColumns(tx, deps, identity, input, ownFields)
    const period = await nextPeriodOf(tx, current, input, timeZone, now)
    const changed = await seriesStore.change(tx, current, {
      ...columns,
      ...periodOf(input, period),
      version: current.version + 1,
      updatedAt: now,
    })
    await removeUnusedLogos(tx, businessId, deps.log)
    if (input.autopay !== false || !changed.savedCard) return changed
    await endCardOfSeries(tx, deps, { businessId, seriesId: id })
    return getSeriesRow(tx, id)
  }
  return changeSeries(deps, identity, id, change, { locksInvoices: input.autopay === false })
}

function changedSchedule(current: SeriesRow, input: SeriesInput) {
  return (['frequency', 'startDate'] as const).filter((field) => current[field] !== input[field])
}

/** Throws if frequency or start date changes after a period was settled, because that numbers the periods. */
async function assertSameSchedule(tx: Transaction, current: SeriesRow, input: SeriesInput): Promise<void> {
  const changed = changedSchedule(current, input)
  if (changed.length === 0) return
  const settled = await seriesStore.listSettled(tx, current, 0)
  if (settled.size === 0) return
  const message = 'Invoices have already been created. End this one and start another.'
  assertNoProblems(Object.fromEntries(changed.map((field) => [field, message])))
}

/** Returns the next period after the change. A series that was over continues with the next future period. */
async function nextPeriodOf(
  tx: Transaction,
  current: SeriesRow,
  input: SeriesInput,
  timeZone: string,
  now: Date,
): Promise<number> {
  const changed = changedSchedule(current, input)
  if (changed.includes('startDate')) return 0
  const isRenumbered = changed.length > 0 && current.nextPeriod > 0
  if (!isRenumbered && current.nextOn !== null) return current.nextPeriod
  const first = await firstPeriodToCome(tx, { id: current.businessId, timeZone }, input, now)
  return isRenumbered ? first : Math.max(current.nextPeriod, first)
}
