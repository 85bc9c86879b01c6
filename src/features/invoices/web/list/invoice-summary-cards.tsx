import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { formatMoney } from '../../../../shared/money.ts'
import { RetryButton } from '../../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../../web/ui/stat-card.tsx'
import type { Sum } from '../../../figures/contract.ts'
import type { FigureName } from '../../../figures/rules.ts'
import { FigureButton } from '../../../figures/web/figure-button.tsx'
import { OtherCurrencies } from '../../../figures/web/other-currencies.tsx'
import { testText } from '../../../figures/web/test-text.ts'
import { invoiceSummaryQuery } from '../invoice-api.ts'
import { invoiceCount } from './invoice-url-state.ts'

/** Shows what is owed, received and overdue over all invoices, independent of the filters of the list. */
export function InvoiceSummaryCards() {
  const summary = useQuery(invoiceSummaryQuery)
  const { data, isPending } = summary

  function figure(name: FigureName, label: string, sum: Sum | undefined, note: string) {
    if (isPending) return { label, loading: true, value: null, note: <Skeleton className="h-5 w-40" /> }
    if (!data || !sum) return { label, value: '—', note: 'Could not be loaded' }
    const value = (
      <FigureButton figure={name} label={label}>
        {formatMoney(sum.minor, data)}
      </FigureButton>
    )
    // Below and not in the note, which a phone does not show.
    const below = sum.other.length > 0 && <OtherCurrencies other={sum.other} />
    return { label, value, note, below }
  }

  return (
    <section aria-labelledby="invoice-sums" className="-mt-2 flex flex-col gap-3">
      <h2 id="invoice-sums" className="sr-only">
        Summary
      </h2>
      <div className="grid sm:grid-cols-3 sm:gap-4 max-sm:grid-cols-[repeat(3,auto)] max-sm:divide-x max-sm:divide-border max-sm:rounded-lg max-sm:border max-sm:border-border max-sm:bg-surface max-sm:shadow-card">
        <StatCard
          inStrip
          icon={Clock}
          tone="accent"
          {...figure(
            'owed',
            'Total Outstanding',
            data?.outstanding,
            counted(data?.outstanding.count, 'waiting for payment'),
          )}
        />
        <StatCard
          inStrip
          icon={CircleCheck}
          tone="positive"
          {...figure(
            'received',
            'Total Paid',
            data?.paid,
            [
              `Partial payments included · ${counted(data?.paid.count, 'paid in full')}`,
              data ? testText(data.testMinor, data) : null,
            ]
              .filter((text) => text !== null)
              .join(' · '),
          )}
        />
        <StatCard
          inStrip
          icon={CircleAlert}
          tone={data && data.overdue.count === 0 ? 'default' : 'negative'}
          {...figure('overdue', 'Overdue', data?.overdue, counted(data?.overdue.count, 'past the due date'))}
        />
      </div>
      {summary.isError && !data && (
        <RetryButton query={summary} label="Reload totals" size="sm" className="self-start" />
      )}
    </section>
  )
}

function counted(count: number | undefined, what: string): string {
  return `${invoiceCount(count ?? 0)} ${what}`
}
