import { useQuery } from '@tanstack/react-query'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import type { Session } from '../../auth/contract.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { ClosingCard } from '../../periods/web/closing-card.tsx'
import { periodSettingsQuery } from '../../periods/web/period-api.ts'
import { PeriodChanges } from '../../periods/web/period-changes.tsx'
import { YearCard } from '../../periods/web/year-card.tsx'
import { settingsTitle } from '../rules.ts'
import { ReportsLocked } from './report-frame.tsx'
import { SummaryCard } from './summary-card.tsx'

/** /reports/settings */
export function ReportSettingsPage() {
  return <SignedIn>{(session) => <YearAndClosing session={session} />}</SignedIn>
}

function YearAndClosing({ session }: { session: Session }) {
  const settings = useQuery(periodSettingsQuery)
  const today = useToday(session)
  const isLocked = useIsLocked('reports')
  if (isLocked) return <ReportsLocked closedThrough={settings.data?.closedThrough ?? null} />
  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to="/reports">Reports</BackLink>}
        title={settingsTitle}
        help={<HelpHint topic="closed-periods" />}
        description="When your year begins, up to which day your figures are final, and who gets them by email."
      />
      {settings.data ? (
        <>
          <YearCard settings={settings.data} />
          <ClosingCard settings={settings.data} today={today} />
          <PeriodChanges changes={settings.data.changes} timeZone={session.business.timeZone} />
          <SummaryCard timeZone={session.business.timeZone} />
        </>
      ) : settings.isError ? (
        <Card>
          <ErrorState title="These settings could not be loaded" query={settings} />
        </Card>
      ) : (
        <Skeletons sizes={['h-72 w-full', 'h-48 w-full']} className="gap-6" />
      )}
    </Page>
  )
}
