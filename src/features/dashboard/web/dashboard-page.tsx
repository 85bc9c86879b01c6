import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Plus, Receipt, Sparkles, Wallet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { RetryButton } from '../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'
import type { Session } from '../../auth/contract.ts'
import { May } from '../../auth/web/may.tsx'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import type { Plan } from '../../billing/rules.ts'
import type { Dashboard } from '../contract.ts'
import { dashboardQuery } from './dashboard-api.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { timeText } from './day-text.ts'
import { FirstSteps } from './first-steps.tsx'
import { MoneyCards, moneyGrid } from './money-cards.tsx'
import { NeedsList } from './needs-list.tsx'
import { ProRow } from './pro-row.tsx'

export function DashboardPage() {
  return <SignedIn>{(session) => <DashboardView session={session} />}</SignedIn>
}

function DashboardView({ session }: { session: Session }) {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(dashboardQuery)
  useEffect(() => {
    // TanStack Query does not refresh a window that stayed visible beside another one.
    const refresh = () => void refetch({ cancelRefetch: false })
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [refetch])
  const { name, timeZone } = session.business
  const updatedAt = data ? timeText(new Date(dataUpdatedAt), timeZone) : undefined
  return (
    <Page>
      <DashboardHeader businessName={name} plan={data?.plan} updatedAt={updatedAt} />
      {isError && data && (
        <Notice
          tone="attention"
          title="The numbers could not be refreshed"
          actions={<RetryButton query={{ isFetching, refetch }} size="sm" />}
        >
          These numbers are from {updatedAt}.
        </Notice>
      )}
      {data ? (
        <DashboardContent dashboard={data} timeZone={timeZone} />
      ) : isError ? (
        <Card>
          <ErrorState
            title="Your dashboard could not be loaded"
            text="Your records are safe."
            query={{ isFetching, refetch }}
          />
        </Card>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

/** What needs attention is below the first card, the tabs are below the other two. */
const columns = 'grid grid-cols-1 gap-6 lg:grid-cols-3 lg:gap-4 lg:*:last:col-span-2'

function DashboardContent({ dashboard, timeZone }: { dashboard: Dashboard; timeZone: string }) {
  const cards = useRef<HTMLHeadingElement>(null)
  const maySet = useMay('settings.write')
  return (
    <>
      {maySet && dashboard.firstSteps && (
        <FirstSteps
          steps={dashboard.firstSteps}
          currency={dashboard.isEmpty ? dashboard.currency : null}
          focusAfter={cards}
        />
      )}
      <MoneyCards dashboard={dashboard} timeZone={timeZone} heading={cards} />
      {dashboard.isEmpty ? (
        <DashboardTabs dashboard={dashboard} />
      ) : (
        <div className={columns}>
          <NeedsList
            needs={dashboard.needs}
            hasTests={dashboard.tests.count > 0}
            today={dashboard.today}
            timeZone={timeZone}
          />
          <DashboardTabs dashboard={dashboard} />
        </div>
      )}
      <ProRow dashboard={dashboard} />
    </>
  )
}

interface DashboardHeaderProps {
  businessName: string
  /** Undefined while loading. */
  plan: Plan | undefined
  updatedAt: string | undefined
}

function DashboardHeader({ businessName, plan, updatedAt }: DashboardHeaderProps) {
  const isOwner = useMay('business.own')
  return (
    <PageHeader
      title={
        <>
          Welcome, <bdi className="wrap-anywhere">{businessName}</bdi>
        </>
      }
      description={
        <span className="text-sm">
          Auto-refreshes every 5 minutes
          {updatedAt && <span className="whitespace-nowrap tabular-nums"> · Updated {updatedAt}</span>}
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
          {isOwner && (plan === undefined || plan === 'free') && (
            // Reserves the space until the plan is known, so that nothing below moves.
            <Button
              asChild
              variant="ghost"
              className={plan ? 'max-sm:order-last' : 'invisible max-sm:order-last'}
            >
              <Link to="/pricing">
                <Sparkles aria-hidden />
                Upgrade to PRO
              </Link>
            </Button>
          )}
          <May permission="money.write">
            <Button asChild variant="secondary">
              <Link to="/expenses/new">
                <Receipt aria-hidden />
                Add Expense
              </Link>
            </Button>
          </May>
          <May permission="sales.write">
            <Button asChild>
              <Link to="/invoices/new">
                <Plus aria-hidden />
                Create Invoice
              </Link>
            </Button>
          </May>
        </div>
      }
    />
  )
}

const cards = [
  { label: 'Cash Balance', icon: Wallet },
  { label: 'Pending Invoices', icon: ArrowDownLeft },
  { label: 'Upcoming Expenses', icon: ArrowUpRight },
]

/** As tall as the typical content, so that nothing jumps when it loads. */
function DashboardSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col gap-6">
      <output className="sr-only">Loading...</output>
      <div className={moneyGrid}>
        {cards.map(({ label, icon }) => (
          <StatCard
            key={label}
            label={label}
            icon={icon}
            value={null}
            loading
            note={<Skeleton className="h-10 w-40 lg:h-5" />}
          />
        ))}
      </div>
      <div className={columns}>
        <div className="flex flex-col gap-2 lg:gap-6">
          <Skeleton className="h-6 w-36 lg:my-2" />
          <Skeleton className="h-50 w-full flex-auto sm:h-28" />
        </div>
        <div className="flex flex-col gap-6">
          <Skeleton className="h-10 w-80 max-w-full touch:h-11" />
          <Skeleton className="h-151 w-full sm:h-110" />
        </div>
      </div>
      <Skeleton className="h-48 w-full lg:h-14.5" />
    </div>
  )
}
