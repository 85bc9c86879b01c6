import { forReports } from '../../platform/db/for-reports.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { formatDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { updateJournal } from '../journal/update-journal.ts'
import { assertPlanHasReports } from '../periods/queries.ts'
import { rangeLabel } from '../periods/rules.ts'
import { commonNotes } from './common-notes.ts'
import type { Report, ReportQuery } from './contract.ts'
import { readFilters } from './read-filters.ts'
import { type ReportOwner, readContext } from './report-context.ts'
import { reportKinds } from './report-kinds.ts'
import { type ReportName, reports } from './rules.ts'

type ReportDeps = Deps<'database' | 'now'>

/**
 * Brings the journal up to date, then reads it on the replica if there is one. `left` is what could not be counted yet;
 * then nothing is read.
 */
export async function withJournal<T>(
  { database }: ReportDeps,
  businessId: string,
  read: (tx: Transaction) => Promise<T>,
): Promise<{ left: number } | { result: T }> {
  await withTenant(database, businessId, assertPlanHasReports)
  const left = await updateJournal({ database }, businessId)
  if (left > 0) return { left }
  return { result: await withTenant(await forReports(database), businessId, read) }
}

/** What `withJournal` read. Refuses while records are still to be counted. */
export function resultOf<T>(answer: { left: number } | { result: T }): T {
  if ('result' in answer) return answer.result
  throw new AppError('UNAVAILABLE', 'Your records are still being counted. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

/** Makes a report. The journal has to be up to date. */
export async function readReport(
  tx: Transaction,
  owner: ReportOwner,
  { name, query, now }: { name: ReportName; query: ReportQuery; now: Date },
): Promise<Report> {
  const kind = reportKinds[name]
  const context = await readContext(tx, owner, { name, query, now })
  const body = await kind.build(tx, context)
  const { range, today, currency, locale, closedThrough } = context
  return {
    name,
    title: reports[name].title,
    from: kind.isAsOf ? null : range.from,
    to: range.to,
    periodLabel: kind.isAsOf ? `As of ${formatDate(range.to)}` : rangeLabel(range),
    today,
    basis: kind.hasBasis ? query.basis : null,
    filters: await readFilters(tx, context),
    currency,
    locale,
    closedThrough: closedThrough !== null && closedThrough >= range.from ? closedThrough : null,
    ...body,
    notes: [...body.notes, ...(await commonNotes(tx, context, { hasBank: kind.hasBank ?? false }))],
  }
}

export async function getReport(
  deps: ReportDeps,
  owner: ReportOwner,
  name: ReportName,
  query: ReportQuery,
): Promise<{ state: 'ready'; report: Report } | { state: 'preparing'; left: number }> {
  const answer = await withJournal(deps, owner.businessId, (tx) =>
    readReport(tx, owner, { name, query, now: deps.now() }),
  )
  return 'left' in answer
    ? { state: 'preparing', left: answer.left }
    : { state: 'ready', report: answer.result }
}
