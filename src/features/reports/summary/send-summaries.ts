import { forReports } from '../../../platform/db/for-reports.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { sweepBusinesses } from '../../../platform/jobs/sweep-businesses.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { findOwnerEmail } from '../../auth/find-owner-email.ts'
import { clientMailLimit } from '../../invoices/mail/mail-limit.ts'
import { updateJournal } from '../../journal/update-journal.ts'
import { type DueSummary, findDueSummary, noteSummarized } from './due-summary.ts'
import { type MonthSummary, readMonthSummary } from './read-month-summary.ts'
import {
  type SummaryMailDeps,
  getSummaryBusiness,
  queueAccountantSummary,
  queueOwnerSummary,
} from './summary-mails.ts'

export type SummaryJobDeps = SummaryMailDeps & Deps<'database' | 'log' | 'now'>

const dueBusinesses = `
  select business_id as id from report_settings
  where next_summary_at <= $3 and business_id > $1 order by business_id limit $2`

/** Sends every summary that is due, each once, even with several processes. The next run tries again what failed. */
export async function sendSummaries(deps: SummaryJobDeps): Promise<void> {
  await sweepBusinesses(deps, {
    sql: dueBusinesses,
    values: [deps.now()],
    work: (businessId) => sendSummary(deps, businessId),
    failed: 'the summary of a month could not be sent',
  })
}

export async function sendSummary(deps: SummaryJobDeps, businessId: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  const due = await withTenant(database, businessId, (tx) =>
    findDueSummary(tx, businessId, { now, lock: false }),
  )
  if (!due) return
  if (!due.recipients) return finish(deps, due, { now, summary: null })
  // The next run goes on with what is left.
  if ((await updateJournal(deps, businessId)) > 0) return
  const { owner, month, basis, plan } = due
  const summary = await withTenant(await forReports(database), businessId, (tx) =>
    readMonthSummary(tx, owner, { month, basis, now }),
  )
  const limits = due.recipients.accountant === null ? [] : [clientMailLimit(businessId, plan)]
  try {
    await withinLimits(database, limits, () => finish(deps, due, { now, summary }))
  } catch (error) {
    // A later run tries again within the limit.
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
}

/**
 * Notes that the month is done and queues its emails, in one transaction. Trusts nothing that was read before the lock:
 * another process may have sent it, and the accountant may have stopped it.
 */
async function finish(
  deps: SummaryJobDeps,
  { owner: { businessId }, month }: DueSummary,
  { now, summary }: { now: Date; summary: MonthSummary | null },
): Promise<void> {
  const ownAddress = summary && (await findOwnerEmail(deps.database, businessId))
  await withTenant(deps.database, businessId, async (tx) => {
    const due = await findDueSummary(tx, businessId, { now, lock: true })
    if (due?.month !== month) return
    if (due.recipients && summary) {
      const business = await getSummaryBusiness(tx, businessId)
      const own = business.email || ownAddress
      const { toOwner, accountant } = due.recipients
      if (toOwner && own) await queueOwnerSummary(tx, deps, { business, to: own }, summary)
      if (accountant) await queueAccountantSummary(tx, deps, { business, to: accountant }, summary)
    }
    // What became sendable since it was read is sent by the next run.
    if (!due.recipients || summary) await noteSummarized(tx, businessId, month)
  })
}
