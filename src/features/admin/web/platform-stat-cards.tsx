import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import type { PlatformStats } from '../contract.ts'
import { platformStatsQuery } from './admin-api.ts'
import { countText, monthText, revenueNote, trialsNote } from './stat-text.ts'

const failure = 'Failed to fetch platform statistics'

export function PlatformStatCards({ timeZone }: { timeZone: string }) {
  const stats = useQuery(platformStatsQuery)
  const { data, isPending, errorUpdatedAt } = stats
  useEffect(() => {
    if (errorUpdatedAt > 0) showToast({ title: failure, tone: 'error' })
  }, [errorUpdatedAt])

  function figure(describe: (loaded: PlatformStats) => { value: string; note: string }) {
    if (isPending) {
      return { loading: true, loadingText: '...', value: null, note: <Skeleton className="h-5 w-24" /> }
    }
    if (!data) return { value: '—', note: 'Could not be loaded' }
    const { value, note } = describe(data)
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
        <Notice
          tone="error"
          role="note"
          title={failure}
          actions={
            <Button
              variant="secondary"
              size="sm"
              busy={stats.isFetching}
              busyLabel="Trying again..."
              onClick={() => void stats.refetch()}
            >
              <RotateCw aria-hidden />
              Try again
            </Button>
          }
        >
          Nothing was lost.
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        <StatCard
          label="Total Users"
          {...figure(({ totalUsers }) => ({ value: countText(totalUsers), note: 'With an account' }))}
        />
        <StatCard
          label="Active Subscriptions"
          {...figure(({ activeSubscriptions, trials }) => ({
            value: countText(activeSubscriptions),
            note: trialsNote(trials),
          }))}
        />
        <StatCard
          label="Total Revenue"
          {...figure(({ totalRevenueCents, isSandbox }) => ({
            value: formatMoney(totalRevenueCents),
            note: revenueNote(isSandbox),
          }))}
        />
        <StatCard
          label="Total Invoices"
          {...figure(({ totalInvoices }) => ({
            value: countText(totalInvoices),
            note: 'Of all businesses',
          }))}
        />
        <StatCard
          label="New Users This Month"
          {...figure(({ usersThisMonth }) => ({
            value: countText(usersThisMonth),
            note: monthText(timeZone, new Date(stats.dataUpdatedAt)),
          }))}
        />
      </div>
    </section>
  )
}
