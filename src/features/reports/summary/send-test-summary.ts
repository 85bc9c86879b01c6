import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { addMonths, dateIn, monthOf } from '../../../shared/dates.ts'
import type { MailState } from '../../invoices/mail/emails.ts'
import { resultOf, withJournal } from '../read-report.ts'
import { readMonthSummary } from './read-month-summary.ts'
import { type SummaryMailDeps, getSummaryBusiness, queueOwnerSummary } from './summary-mails.ts'
import { getSummarySettings } from './summary-settings.ts'

const perHour = 5

/** Sends the summary of the last month to the owner at once. The one of that month is sent all the same. */
export async function sendTestSummary(
  deps: SummaryMailDeps & Deps<'database' | 'now'>,
  identity: Identity,
): Promise<{ to: string; state: MailState }> {
  const { database } = deps
  const { businessId } = identity
  const limit = { key: `summary-test:${businessId}`, max: perHour, windowSeconds: 3600 }
  return withinLimits(database, [limit], async () => {
    const now = deps.now()
    const month = addMonths(monthOf(dateIn(identity.business.timeZone, now)), -1)
    const answer = await withJournal(deps, businessId, async (tx) => {
      const { basis } = await getSummarySettings(tx)
      return readMonthSummary(tx, identity, { month, basis, now })
    })
    const summary = resultOf(answer)
    return withTenant(database, businessId, async (tx) => {
      const business = await getSummaryBusiness(tx, businessId)
      const to = business.email || identity.email
      return { to, state: await queueOwnerSummary(tx, deps, { business, to }, summary) }
    })
  })
}
