import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Session } from '../../auth/contract.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import type { Dashboard } from '../contract.ts'
import { dashboardQuery } from './dashboard-api.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { timeText } from './day-text.ts'
import { FirstSteps } from './first-steps.tsx'
import { MoneyCards } from './money-cards.tsx'
import { NeedsList } from './needs-list.tsx'
import { ProRow } from './pro-row.tsx'

export function DashboardPage() {
  return <SignedIn>{(session) => <DashboardView session={session} />}</SignedIn>
}

function DashboardView({ session }: { session: Session }) {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(dashboardQuery)
  useEffect(() => {
    // TanStack Query only detects that a window was hidden. A window that stayed visible beside another one
    // is refreshed here.
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
          actions={
            <Button
              variant="secondary"
              size="sm"
              busy={isFetching}
              busyLabel="Trying again..."
              onClick={() => void refetch()}
            >
              <RotateCw aria-hidden />
              Try again
            </Button>
          }
        >
          What you see is from {updatedAt}.
        </Notice>
      )}
      {data ? (
        <DashboardContent dashboard={data} timeZone={timeZone} />
      ) : isError ? (
        <Card>
          <ErrorState
            title="Your dashboard could not be loaded"
            text="Your records are safe."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

function DashboardContent({ dashboard, timeZone }: { dashboard: Dashboard; timeZone: string }) {
  const cards = useRef<HTMLHeadingElement>(null)
  return (
    <>
      {dashboard.firstSteps && <FirstSteps steps={dashboard.firstSteps} focusAfter={cards} />}
      <MoneyCards dashboard={dashboard} timeZone={timeZone} heading={cards} />
      {!dashboard.isEmpty && (
        <NeedsList
          needs={dashboard.needs}
          hasTests={dashboard.tests.count > 0}
          today={dashboard.today}
          timeZone={timeZone}
        />
      )}
      <ProRow dashboard={dashboard} />
      <DashboardTabs dashboard={dashboard} />
    </>
  )
}
