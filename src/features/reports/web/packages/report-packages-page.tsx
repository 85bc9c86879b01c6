import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { BackLink } from '../../../../web/layout/back-link.tsx'
import { Page } from '../../../../web/layout/page.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { Skeletons } from '../../../../web/ui/skeleton.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { Session } from '../../../auth/contract.ts'
import { May } from '../../../auth/web/may.tsx'
import { SignedIn, useToday } from '../../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'
import { periodSettingsQuery } from '../../../periods/web/period-api.ts'
import { daysKept } from '../../packages/rules.ts'
import { ReportsLocked } from '../report-frame.tsx'
import { isOpen, packagesQuery } from './package-api.ts'
import { PackageForm } from './package-form.tsx'
import { PackageItem } from './package-item.tsx'

/** /reports/packages */
export function ReportPackagesPage() {
  return <SignedIn>{(session) => <Packages session={session} />}</SignedIn>
}

function Packages({ session }: { session: Session }) {
  const isLocked = useIsLocked('reports')
  const today = useToday(session)
  const settings = useQuery({ ...periodSettingsQuery, enabled: !isLocked })
  const list = useQuery({ ...packagesQuery, enabled: !isLocked })
  if (isLocked) return <ReportsLocked />
  const packages = list.data?.packages ?? []
  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to="/reports">Reports</BackLink>}
        title="For your accountant"
        help={<HelpHint topic="accountant-package" />}
        description="One file with everything of a period: reports, the general ledger, files for other programs, invoices, credit notes, statements and receipts."
      />
      <PackageForm
        today={today}
        fiscalMonth={settings.data?.fiscalMonth ?? 1}
        isBusy={packages.some(isOpen)}
      />
      <May permission="reports.write">
        <p className="text-sm text-muted">
          Account numbers are those of your{' '}
          <Link to="/reports/accounts" className={textLink}>
            chart of accounts
          </Link>
          .
        </p>
      </May>
      <Card aria-labelledby="packages">
        <CardHeader>
          <CardTitle id="packages">Your packages</CardTitle>
        </CardHeader>
        {list.data ? (
          packages.length === 0 ? (
            <EmptyState
              icon={PackageOpen}
              title="No packages yet"
              text={`Choose a period above. A package is kept for ${daysKept} days.`}
            />
          ) : (
            <ul aria-label="Packages" className="mt-4 divide-y divide-border border-t border-border">
              {packages.map((one) => (
                <PackageItem key={one.id} one={one} timeZone={session.business.timeZone} />
              ))}
            </ul>
          )
        ) : list.isError ? (
          <ErrorState title="Your packages could not be loaded" query={list} />
        ) : (
          <CardContent>
            <Skeletons sizes={['h-16 w-full']} />
          </CardContent>
        )}
      </Card>
    </Page>
  )
}
