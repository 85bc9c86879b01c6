import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Notice } from '../../../web/ui/notice.tsx'
import { RetryButton } from '../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { planMoney } from '../../billing/rules.ts'
import type { PlatformStats } from '../contract.ts'
import { platformStatsQuery } from './admin-api.ts'
import { countText, monthText, revenueNote, trialsNote } from './stat-text.ts'

const failure = 'Failed to fetch platform statistics'

type Describe = (stats: PlatformStats, since: string) => [value: string, note: string]

const figures: Record<string, Describe> = {
  'Total Users': ({ totalUsers }) => [countText(totalUsers), 'With an account'],
  'Active Subscriptions': ({ activeSubscriptions, trials }) => [
    countText(activeSubscriptions),
    trialsNote(trials),
  ],
  'Total Revenue': ({ totalRevenueMinor, isSandbox }) => [
    formatMoney(totalRevenueMinor, planMoney),
    revenueNote(isSandbox),
  ],
  'Total Invoices': ({ totalInvoices }) => [countText(totalInvoices), 'Across all businesses'],
  'New Users This Month': ({ usersThisMonth }, since) => [countText(usersThisMonth), since],
}

export function PlatformStatCards({ timeZone }: { timeZone: string }) {
  const stats = useQuery(platformStatsQuery)
  const { data, isPending, errorUpdatedAt } = stats
  useEffect(() => {
    if (errorUpdatedAt > 0) showError(failure)
  }, [errorUpdatedAt])

  function figure(describe: Describe) {
    if (isPending) {
      return { loading: true, loadingText: '...', value: null, note: <Skeleton className="h-5 w-24" /> }
    }
    if (!data) return { value: '—', note: 'Could not be loaded' }
    const [value, note] = describe(data, monthText(timeZone, new Date(stats.dataUpdatedAt)))
    // Five cards in a row leave no room for millions at the standard size.
    return { value: <span className="lg:text-xl">{value}</span>, note }
  }

  return (
    <section aria-labelledby="platform-stats" className="flex flex-col gap-3">
      <h2 id="platform-stats" className="sr-only">
        Platform statistics
      </h2>
      {!data && stats.isError && (
        // Screen readers have already announced the toast.
        <Notice tone="error" role="note" title={failure} actions={<RetryButton query={stats} size="sm" />}>
          Nothing was lost.
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {Object.entries(figures).map(([label, describe]) => (
          <StatCard key={label} label={label} {...figure(describe)} />
        ))}
      </div>
    </section>
  )
}
