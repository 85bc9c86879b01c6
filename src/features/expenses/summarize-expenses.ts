import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn, monthOf } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { readLatestRates } from '../figures/convert-sums.ts'
import { largestByCurrency, pickLargest } from '../figures/largest-expense.ts'
import { afterToday, moneyBuckets, moneyValues, sumsOf, thisMonth } from '../figures/money-buckets.ts'
import { averagePerDay } from '../figures/rules.ts'
import { type CurrencySum, toSum } from '../figures/sum-rules.ts'
import type { getExpenseSummary } from './contract.ts'

interface Sums {
  month: CurrencySum[]
  upcoming: CurrencySum[]
  largest: { id: string; date: string; category: string; currency: string | null; minor: number }[]
}

const summaryStatement = `with ${moneyBuckets} select
  ${sumsOf(`kind = 'spent' and ${thisMonth}`)} as month,
  ${sumsOf(`kind = 'spent' and ${afterToday}`)} as upcoming,
  (select coalesce(json_agg(largest), '[]') from (${largestByCurrency}) largest) as largest`

export async function summarizeExpenses(
  deps: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
): Promise<ResponseOf<typeof getExpenseSummary>> {
  const today = dateIn(business.timeZone, deps.now())
  const [sums] = await queryTenant<Sums & Record<string, unknown>>(deps.database, businessId, {
    name: 'expense-summary',
    text: summaryStatement,
    values: moneyValues(businessId, today),
  })
  const { month, upcoming: later, largest } = sums!
  const home = business.currency
  const candidates = largest.map((one) => ({ ...one, currency: one.currency ?? home, count: 1 }))
  const rates = await readLatestRates(
    deps.database,
    { businessId, home, today },
    [...month, ...later, ...candidates].map(({ currency }) => currency),
  )
  const total = toSum(home, month, rates)
  return {
    month: monthOf(today),
    currency: home,
    total,
    averagePerDayMinor: averagePerDay(total.minor),
    largestCategory: pickLargest(candidates, (one) => one, { home, rates })?.category ?? null,
    upcoming: toSum(home, later, rates),
  }
}
