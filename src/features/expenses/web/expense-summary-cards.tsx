import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChartPie, Gauge, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { RetryButton } from '../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import type { OtherCurrency } from '../../figures/contract.ts'
import { averageOf, notConvertedIn } from '../../figures/sum-rules.ts'
import type { FigureRef } from '../../figures/web/figure-api.ts'
import { FigureButton } from '../../figures/web/figure-button.tsx'
import { OtherCurrencies } from '../../figures/web/other-currencies.tsx'
import { expenseSummaryQuery } from './expense-api.ts'
import { notComparedNote } from './expense-money-text.ts'
import { expenseCount } from './expense-url-state.ts'

const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

const besides = (other: readonly OtherCurrency[]) => other.length > 0 && <OtherCurrencies other={other} />

/** The sums of the current month and of upcoming expenses, independent of the list's filters. */
export function ExpenseSummaryCards() {
  const summary = useQuery(expenseSummaryQuery)
  const { data, isPending } = summary

  function figure(
    label: string,
    figureRef: FigureRef,
    text: string | undefined,
    note: string,
    below: ReactNode = null,
  ) {
    if (isPending) return { label, loading: true, value: null, note: <Skeleton className="h-5 w-40" /> }
    if (text === undefined) return { label, value: '—', note: 'Could not be loaded' }
    const value = (
      <FigureButton {...figureRef} label={label}>
        {text}
      </FigureButton>
    )
    return { label, value, note, below }
  }

  const notCompared = data ? notComparedNote(data.total) : null
  const month = data ? months.format(new Date(`${data.month}T00:00:00Z`)) : ''
  return (
    <section aria-labelledby="expense-sums" className="flex flex-col gap-3">
      <h2 id="expense-sums" className="sr-only">
        Summary
      </h2>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          icon={Receipt}
          tone="accent"
          {...figure(
            'Total Monthly Expenses',
            { figure: 'spent', month: data?.month.slice(0, 7) },
            data && formatMoney(data.total.minor, data),
            `${expenseCount(data?.total.count ?? 0)} in all of ${month}`,
            data && besides(data.total.other),
          )}
        />
        <StatCard
          icon={Gauge}
          {...figure(
            'Average per Day',
            { figure: 'average-per-day' },
            data && formatMoney(data.averagePerDayMinor, data),
            `${month}’s total divided by 30`,
            data && besides(notConvertedIn(averageOf(data.total))),
          )}
        />
        <StatCard
          icon={ChartPie}
          {...figure(
            'Largest Expense Category',
            { figure: 'largest-expense' },
            data && (data.largestCategory ?? 'None'),
            `Of ${month}’s single largest expense`,
            notCompared !== null && <span className="block text-xs">{notCompared}</span>,
          )}
        />
      </div>
      {data && data.upcoming.count > 0 && (
        <div className="flex items-start gap-2 text-sm text-muted">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            Upcoming:{' '}
            <FigureButton figure="upcoming" label="Upcoming Expenses" className="tabular-nums">
              {formatMoney(data.upcoming.minor, data)}
            </FigureButton>{' '}
            in {expenseCount(data.upcoming.count)} dated after today.
            <OtherCurrencies other={data.upcoming.other} />
          </p>
        </div>
      )}
      {summary.isError && !data && (
        <RetryButton query={summary} label="Reload totals" size="sm" className="self-start" />
      )}
    </section>
  )
}
