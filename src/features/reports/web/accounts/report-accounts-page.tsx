import { useQuery } from '@tanstack/react-query'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { BackLink } from '../../../../web/layout/back-link.tsx'
import { Page } from '../../../../web/layout/page.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { Skeletons } from '../../../../web/ui/skeleton.tsx'
import { SignedIn } from '../../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'
import { ReportsLocked } from '../report-frame.tsx'
import { chartQuery } from './chart-api.ts'
import { ChartForm } from './chart-form.tsx'

/** /reports/accounts */
export function ReportAccountsPage() {
  return <SignedIn>{() => <Accounts />}</SignedIn>
}

function Accounts() {
  const isLocked = useIsLocked('reports')
  const chart = useQuery({ ...chartQuery, enabled: !isLocked })
  if (isLocked) return <ReportsLocked />
  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to="/reports">Reports</BackLink>}
        title="Chart of accounts"
        help={<HelpHint topic="accountant-package" />}
        description="The numbers and names that your accountant knows your accounts by. The general ledger and the files for other programs use them."
      />
      {chart.data ? (
        <ChartForm chart={chart.data} />
      ) : chart.isError ? (
        <Card>
          <ErrorState title="Your accounts could not be loaded" query={chart} />
        </Card>
      ) : (
        <Skeletons sizes={['h-20 w-full', 'h-96 w-full']} className="gap-6" />
      )}
    </Page>
  )
}
