import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChartPie, Gauge, Receipt } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { WhyButton } from '../../figures/web/why-button.tsx'
import { expenseSummaryQuery } from './expense-api.ts'
import { expenseCount } from './expense-url-state.ts'

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** The sums of the current month and of upcoming expenses, independent of the list's filters. */
export function ExpenseSummaryCards() {
  const { data, isPending } = useQuery(expenseSummaryQuery)

  function figure(value: string | undefined, note: string) {
    if (isPending) return { loading: true, value: null, note: <Skeleton className="h-5 w-40" /> }
    return value === undefined ? { value: '—', note: 'Could not be loaded' } : { value, note }
  }

  const month = data ? months.format(new Date(`${data.month}T00:00:00Z`)) : ''
  return (
    <section aria-labelledby="expense-sums" className="flex flex-col gap-3">
      <h2 id="expense-sums" className="sr-only">
        Summary
      </h2>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label="Total Monthly Expenses"
          icon={Receipt}
          tone="accent"
          why={
            data && <WhyButton figure="spent" month={data.month.slice(0, 7)} label="Total Monthly Expenses" />
          }
          {...figure(
            data && formatMoney(data.totalCents),
            `${expenseCount(data?.count ?? 0)} in all of ${month}`,
          )}
        />
        <StatCard
          label="Average per Day"
          icon={Gauge}
          why={data && <WhyButton figure="average-per-day" label="Average per Day" />}
          {...figure(data && formatMoney(data.averagePerDayCents), `${month}’s total divided by 30`)}
        />
        <StatCard
          label="Largest Expense Category"
          icon={ChartPie}
          why={data && <WhyButton figure="largest-expense" label="Largest Expense Category" />}
          {...figure(data && (data.largestCategory ?? 'None'), `Of ${month}’s single largest expense`)}
        />
      </div>
      {data && data.upcomingCount > 0 && (
        <div className="flex items-start gap-2 text-sm text-muted">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="flex flex-wrap items-center gap-x-3">
            <p>
              Upcoming: <span className="tabular-nums">{formatMoney(data.upcomingCents)}</span> in{' '}
              {expenseCount(data.upcomingCount)} dated after today.
            </p>
            <WhyButton figure="upcoming" label="Upcoming Expenses" />
          </div>
        </div>
      )}
    </section>
  )
}
