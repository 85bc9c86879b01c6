import { and, count, eq, isNull } from 'drizzle-orm'
import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { RequestRepeated } from '../invoices/insert-invoice.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { getBusinessFacts } from '../invoices/queries.ts'
import { periodOf } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'
import { makeRecurringInvoices } from './jobs.ts'
import { type SeriesRow, findSeriesByRequest, seriesColumns } from './queries.ts'
import { maxSeries } from './rules.ts'
import { assertInPlan, assertPlanned, contentColumns } from './series-input.ts'
import { toSeries } from './series-view.ts'

type NewSeries = BodyOf<typeof contract.createSeries>

/** Made once, however often the same request comes. */
export async function createSeries(
  deps: InvoiceDeps,
  identity: Identity,
  input: NewSeries,
): Promise<contract.Series> {
  const { businessId } = identity
  const { known, facts } = await withTenant(deps.database, businessId, async (tx) => ({
    known: await findSeriesByRequest(tx, input.requestId),
    facts: await getBusinessFacts(tx, businessId, null),
  }))
  if (known) return toSeries(known)
  assertInPlan(facts.plan)
  assertPlanned(input, dateIn(facts.timeZone, deps.now()))
  const make = () => withTenant(deps.database, businessId, (tx) => insertSeries(tx, deps, identity, input))
  // Each brings mails that nobody asks for one by one, so that it counts like the first of them.
  const limits = input.sends ? [clientMailLimit(businessId, facts.plan)] : []
  const made = limits.length > 0 ? withinLimits(deps.database, limits, make) : make()
  const row = await made.catch((error: unknown) => {
    if (!(error instanceof RequestRepeated)) throw error
    return withTenant(deps.database, businessId, (tx) => findSeriesByRequest(tx, input.requestId))
  })
  if (!row) throw new Error('the recurring invoice of a repeated request is not there')
  return toSeries(row)
}

async function insertSeries(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, userId }: Identity,
  input: NewSeries,
): Promise<SeriesRow> {
  const now = deps.now()
  await assertRoom(tx, businessId)
  const columns = await contentColumns(tx, deps, { businessId, userId }, input)
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
  // The same request came twice at once, and this one waited for the other: it is undone, and counts for nothing.
  if (!row) throw new RequestRepeated()
  if (row.nextRunAt && row.nextRunAt <= now) await deps.jobs.enqueue(tx, makeRecurringInvoices, {})
  return row
}

async function assertRoom({ db }: Transaction, businessId: string): Promise<void> {
  const [row] = await db
    .select({ present: count() })
    .from(recurringSeries)
    .where(and(eq(recurringSeries.businessId, businessId), isNull(recurringSeries.endedAt)))
  if ((row?.present ?? 0) < maxSeries) return
  throw new AppError(
    'VALIDATION_FAILED',
    `You have ${maxSeries} recurring invoices, which is the most there can be. Delete one that you no longer need.`,
  )
}
