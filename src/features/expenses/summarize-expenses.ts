import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn, monthOf } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import {
  type Sum,
  afterToday,
  moneyBuckets,
  moneyValues,
  sumOf,
  thisMonth,
} from '../figures/money-buckets.ts'
import { averagePerDay } from '../figures/rules.ts'
import type { getExpenseSummary } from './contract.ts'

interface Sums {
  month: Sum
  upcoming: Sum
  largest: string | null
}

const summaryStatement = `with ${moneyBuckets} select
  ${sumOf(`kind = 'spent' and ${thisMonth}`)} as month,
  ${sumOf(`kind = 'spent' and ${afterToday}`)} as upcoming,
  (select category from expenses where business_id = $1 and date >= $3::date and date < $4::date
   order by amount_minor desc, date desc, id desc limit 1) as largest`

export async function summarizeExpenses(
  deps: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
): Promise<ResponseOf<typeof getExpenseSummary>> {
  const today = dateIn(business.timeZone, deps.now())
  const [sums] = await queryTenant<Sums>(deps.database, businessId, {
    name: 'expense-summary',
    text: summaryStatement,
    values: moneyValues(businessId, today),
  })
  const { month: spent, upcoming, largest } = sums!
  return {
    month: monthOf(today),
    totalMinor: spent.minor,
    count: spent.count,
    averagePerDayMinor: averagePerDay(spent.minor),
    largestCategory: largest,
    upcomingMinor: upcoming.minor,
    upcomingCount: upcoming.count,
  }
}
