import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { occurrence } from '../recurring/rules.ts'
import type { getExpenseSummary } from './contract.ts'
import type { ExpenseDeps } from './expense-deps.ts'
import { averagePerDay } from './rules.ts'

interface Sum {
  cents: number
  count: number
}

interface Sums {
  month: Sum
  upcoming: Sum
  largest: string | null
}

// Ranges of one index, read from the index alone.
const sumOf = (condition: string) => `
  (select json_build_object('cents', coalesce(sum(amount_cents), 0), 'count', count(*))
   from expenses where business_id = $1 and ${condition})`
const inMonth = 'date >= $2::date and date < $3::date'

const summaryStatement = `select
  ${sumOf(inMonth)} as month,
  ${sumOf('date > $4::date')} as upcoming,
  (select category from expenses where business_id = $1 and ${inMonth}
   order by amount_cents desc, date desc, id desc limit 1) as largest`

export async function summarizeExpenses(
  deps: ExpenseDeps,
  { businessId, business }: Identity,
): Promise<ResponseOf<typeof getExpenseSummary>> {
  const today = dateIn(business.timeZone, deps.now())
  const month = `${today.slice(0, 7)}-01`
  const [sums] = await queryTenant<Sums>(deps.database, businessId, {
    name: 'expense-summary',
    text: summaryStatement,
    values: [businessId, month, occurrence('monthly', month, 1), today],
  })
  const { month: spent, upcoming, largest } = sums!
  return {
    month,
    totalCents: spent.cents,
    count: spent.count,
    averagePerDayCents: averagePerDay(spent.cents),
    largestCategory: largest,
    upcomingCents: upcoming.cents,
    upcomingCount: upcoming.count,
  }
}
