import { reportSettings } from '../../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addMonths, dateIn, monthOf } from '../../../shared/dates.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { fieldError } from '../../../shared/errors.ts'
import { type Caller, reportActivity } from '../../auth/activity.ts'
import { assertPlanHasReports } from '../../periods/queries.ts'
import type * as contract from './contract.ts'

export async function getSummarySettings(tx: Transaction): Promise<contract.SummarySettings> {
  const row = await findRow(tx)
  const { summaryDay: day = null, accountantEmail = '' } = row ?? {}
  return {
    day,
    toOwner: row?.summaryToOwner ?? true,
    accountantEmail,
    basis: row?.summaryBasis ?? 'accrual',
    isStopped: row?.summaryStopped.includes(accountantEmail) ?? false,
    next:
      row?.nextSummaryAt && row.summaryLastMonth
        ? { at: row.nextSummaryAt.toISOString(), month: addMonths(row.summaryLastMonth, 1) }
        : null,
  }
}

async function findRow({ db }: Transaction) {
  // No filter: the transaction sees one business only.
  const [row] = await db.select().from(reportSettings)
  return row
}

/** Reports a changed address to the owner, because data leaves the business for it. */
export function saveSummarySettings(
  deps: Deps<'database' | 'now' | 'jobs' | 'appUrl' | 'mailFrom'>,
  caller: Caller,
  body: BodyOf<typeof contract.saveSummarySettings>,
): Promise<contract.SummarySettings> {
  const { businessId, business } = caller
  const { day, toOwner, accountantEmail, basis } = body
  if (day !== null && !toOwner && accountantEmail === '')
    throw fieldError('accountantEmail', 'Please enter an address, or have the summary sent to you.')
  return withTenant(deps.database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    await tx.db.insert(reportSettings).values({ businessId }).onConflictDoNothing()
    const [before] = await tx.db.select().from(reportSettings).for('no key update')
    if (!before) throw new Error('no row came back for the settings of reports')
    const isOther = accountantEmail !== before.accountantEmail
    if (isOther && before.summaryStopped.includes(accountantEmail)) {
      throw fieldError(
        'accountantEmail',
        'These emails were stopped at this address. They can be turned on again with the link in one of them.',
      )
    }
    const now = deps.now()
    const lastMonth = addMonths(monthOf(dateIn(business.timeZone, now)), -1)
    await tx.db.update(reportSettings).set({
      summaryDay: day,
      summaryToOwner: toOwner,
      accountantEmail,
      summaryBasis: basis,
      // The first month to be summarized is the one in which this is turned on.
      ...(day !== null && before.summaryDay === null && { summaryLastMonth: lastMonth }),
      updatedAt: now,
    })
    if (isOther) {
      await reportActivity(tx, deps, caller, {
        kind: 'accountant-changed',
        subject: 'The email address of your accountant was changed',
        detail: `Gets the monthly summary: ${accountantEmail || 'no one'}. Before: ${before.accountantEmail || 'no one'}`,
      })
    }
    return getSummarySettings(tx)
  })
}
