import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { readLatestRates } from '../figures/convert-sums.ts'
import type { Dashboard, FirstSteps, Needs } from './contract.ts'
import { type DashboardRow, chartMonths, dashboardStatement } from './dashboard-statement.ts'
import { type Conversion, countOf, countOverdue, currenciesIn, toMonths, toSums } from './dashboard-sums.ts'
import { maxShown } from './needs-statement.ts'

/** Reads everything in one statement, so that the figures are consistent despite concurrent writes. */
export async function getDashboard(deps: Deps<'database' | 'now'>, identity: Identity): Promise<Dashboard> {
  const { businessId, business } = identity
  const home = business.currency
  const now = deps.now()
  const today = dateIn(business.timeZone, now)
  const months = chartMonths(today)
  const [row] = await queryTenant<DashboardRow>(
    deps.database,
    businessId,
    dashboardStatement(businessId, today, months[0]!, now),
  )
  if (!row) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  const rates = await readLatestRates(deps.database, { businessId, home, today }, currenciesIn(row))
  return toDashboard(row, { home, rates }, { today, months, now })
}

const trialNoticeMs = 7 * 86_400_000

interface Period {
  today: string
  /** The months of the chart. */
  months: string[]
  now: Date
}

function toDashboard(row: DashboardRow, conversion: Conversion, { today, months, now }: Period): Dashboard {
  return {
    today,
    currency: conversion.home,
    plan: row.plan,
    isEmpty: isEmpty(row),
    ...toSums(row, conversion, today),
    months: toMonths(row, conversion, months),
    needs: toNeeds(row, today, now),
    firstSteps: firstStepsOf(row),
    openInvoices: (row.openInvoices ?? []).map(
      ({ id, number, clientName, dueDate, openMinor, currency }) => ({
        id,
        number,
        clientName,
        dueDate,
        openMinor,
        currency,
      }),
    ),
    latestExpenses: row.latestExpenses ?? [],
  }
}

function countInvoices(row: DashboardRow): number {
  return countOf(row, 'owed') + countOf(row, 'settled')
}

function isEmpty(row: DashboardRow): boolean {
  const hasMoney = countInvoices(row) + countOf(row, 'received') + countOf(row, 'spent') > 0
  return !hasMoney && row.balances === null
}

function toNeeds(row: DashboardRow, today: string, now: Date): Needs {
  // Open invoices are sorted by due date, so the overdue ones come first.
  const overdue = (row.openInvoices ?? []).filter(({ dueDate }) => dueDate < today).slice(0, maxShown)
  return {
    disputes: { items: row.disputes ?? [], count: row.disputeCount },
    overdue: { items: overdue, count: countOverdue(row) },
    dueSoon: { items: row.dueSoon ?? [], count: row.dueSoonCount },
    bills: { items: row.bills ?? [], count: row.billCount },
    banks: { items: row.staleBanks ?? [], count: row.staleBankCount },
    failedMails: { items: row.failedMails ?? [], count: row.failedMailCount },
    clientNews: { items: row.clientNews ?? [], count: row.clientNewsCount },
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
    expense: countOf(row, 'spent') > 0,
    bank: row.hasBank,
  }
  return Object.values(steps).every(Boolean) ? null : steps
}
