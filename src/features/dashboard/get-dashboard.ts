import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Dashboard, FirstSteps, Needs } from './contract.ts'
import { type DashboardRow, chartMonths, dashboardStatement } from './dashboard-statement.ts'
import { maxShown } from './needs-statement.ts'

/** Reads everything in one statement, so that the figures are consistent despite concurrent writes. */
export async function getDashboard(deps: Deps<'database' | 'now'>, identity: Identity): Promise<Dashboard> {
  const { businessId, business } = identity
  const now = deps.now()
  const today = dateIn(business.timeZone, now)
  const [row] = await queryTenant<DashboardRow>(
    deps.database,
    businessId,
    dashboardStatement(businessId, today, now),
  )
  if (!row) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  return toDashboard(row, today, now)
}

const trialNoticeMs = 7 * 86_400_000

function toDashboard(row: DashboardRow, today: string, now: Date): Dashboard {
  const { sums, banks } = row
  const { owed, overdue, upcoming, spentInMonth, settled } = sums
  const receivedMinor = sums.received.minor - sums.refunded.minor
  return {
    today,
    plan: row.plan,
    isEmpty: isEmpty(row),
    cashBalance:
      banks.cashAccounts > 0
        ? {
            minor: banks.cashMinor,
            from: 'banks',
            afterCardsMinor: banks.cards > 0 ? banks.cashMinor - banks.cardsOwedMinor : null,
          }
        : { minor: receivedMinor - sums.spentSoFar.minor, from: 'ledger', afterCardsMinor: null },
    owed,
    overdue,
    upcoming,
    spentInMonth,
    netMinor: owed.minor - spentInMonth.minor,
    received: { minor: receivedMinor, count: settled.count },
    tests: row.tests,
    months: allMonths(row, today),
    banks,
    needs: toNeeds(row, today, now),
    firstSteps: firstStepsOf(row),
    openInvoices: (row.openInvoices ?? []).map(({ id, number, clientName, dueDate, openMinor }) => ({
      id,
      number,
      clientName,
      dueDate,
      openMinor,
    })),
    latestExpenses: row.latestExpenses ?? [],
  }
}

function countInvoices({ sums }: DashboardRow): number {
  return sums.owed.count + sums.settled.count
}

function isEmpty(row: DashboardRow): boolean {
  const { sums, banks } = row
  return countInvoices(row) + sums.received.count + sums.spent.count + banks.accounts === 0
}

function allMonths({ months, testMonths }: DashboardRow, today: string): Dashboard['months'] {
  const monthsByStart = new Map(months?.map((one) => [one.month, one]))
  const tests = new Map(testMonths?.map((one) => [one.month, one.testMinor]))
  return chartMonths(today).map((month) => ({
    ...(monthsByStart.get(month) ?? { month, inMinor: 0, outMinor: 0 }),
    testMinor: tests.get(month) ?? 0,
  }))
}

function toNeeds(row: DashboardRow, today: string, now: Date): Needs {
  // Open invoices are sorted by due date, so the overdue ones come first.
  const overdue = (row.openInvoices ?? []).filter(({ dueDate }) => dueDate < today).slice(0, maxShown)
  return {
    disputes: { items: row.disputes ?? [], count: row.disputeCount },
    overdue: { items: overdue, count: row.sums.overdue.count },
    dueSoon: { items: row.dueSoon ?? [], count: row.dueSoonCount },
    bills: { items: row.bills ?? [], count: row.billCount },
    banks: { items: row.staleBanks ?? [], count: row.staleBankCount },
    failedMails: { items: row.failedMails ?? [], count: row.failedMailCount },
    trial: endingTrial(row, now),
  }
}

function endingTrial({ subscription }: DashboardRow, now: Date): Needs['trial'] {
  if (subscription?.status !== 'trialing' || subscription.endsAt === null) return null
  const { plan, endsAt } = subscription
  const remainingMs = Date.parse(endsAt) - now.getTime()
  return plan === 'free' || remainingMs <= 0 || remainingMs > trialNoticeMs ? null : { plan, endsAt }
}

function firstStepsOf(row: DashboardRow): FirstSteps | null {
  if (row.hidSteps) return null
  const steps: FirstSteps = {
    details: row.hasDetails,
    invoice: countInvoices(row) > 0 || row.hadInvoice,
    expense: row.sums.spent.count > 0,
    bank: row.hasBank,
  }
  return Object.values(steps).every(Boolean) ? null : steps
}
