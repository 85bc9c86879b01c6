import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { DuplicateRequestError } from '../invoices/insert-invoice.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { planProblems } from '../schedules/rules.ts'
import { periodOf } from '../schedules/schedule-columns.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type * as contract from './contract.ts'
import { makeRecurringInvoices } from './jobs.ts'
import { type SeriesRow, findSeriesByRequest, seriesColumns, seriesStore } from './queries.ts'
import { assertInPlan, contentColumns } from './series-input.ts'
import { toSeries } from './series-view.ts'

type NewSeries = BodyOf<typeof contract.createSeries>

/** Creates a recurring invoice. Repeating a request returns the series that it made the first time. */
export async function createSeries(
  deps: Deps<'database' | 'jobs' | 'log' | 'now'>,
  identity: Identity,
  input: NewSeries,
): Promise<contract.Series> {
  const { businessId } = identity
  const { existing, facts } = await withTenant(deps.database, businessId, async (tx) => ({
    existing: await findSeriesByRequest(tx, input.requestId),
    facts: await getBusinessFacts(tx, businessId, null),
  }))
  if (existing) return toSeries(existing)
  assertInPlan(facts.plan)
  assertNoProblems(planProblems(input, dateIn(facts.timeZone, deps.now())))
  const insert = () => withTenant(deps.database, businessId, (tx) => insertSeries(tx, deps, identity, input))
  // A series that sends mail counts once toward the limit, because its later mails are sent without a request.
  const limits = input.sends ? [clientMailLimit(businessId, facts.plan)] : []
  const made = limits.length > 0 ? withinLimits(deps.database, limits, insert) : insert()
  const row = await made.catch((error: unknown) => {
    if (!(error instanceof DuplicateRequestError)) throw error
    return withTenant(deps.database, businessId, (tx) => findSeriesByRequest(tx, input.requestId))
  })
  if (!row) throw new Error('the recurring invoice of a repeated request is not there')
  return toSeries(row)
}

async function insertSeries(
  tx: Transaction,
  deps: Deps<'jobs' | 'log' | 'now'>,
  identity: Identity,
  input: NewSeries,
): Promise<SeriesRow> {
  const { businessId, userId } = identity
  const now = deps.now()
  await seriesStore.assertRoom(tx, businessId)
  const columns = await contentColumns(tx, deps, identity, input)
  const [row] = await tx.db
    .insert(recurringSeries)
    .values({
      businessId,
      createdBy: userId,
      requestId: input.requestId,
      ...columns,
      ...periodOf(input, 0),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [recurringSeries.businessId, recurringSeries.requestId] })
    .returning(seriesColumns)
  // The same request arrived twice at once and the other won. Rolling back also gives back what the limits took.
  if (!row) throw new DuplicateRequestError()
  if (row.nextRunAt && row.nextRunAt <= now) await deps.jobs.enqueue(tx, makeRecurringInvoices, {})
  return row
}
