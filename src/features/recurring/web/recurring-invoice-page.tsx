import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../../web/api-client.ts'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import type { Session } from '../../auth/contract.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { seriesQuery } from './series-api.ts'
import { seriesValuesOf } from './series-form-values.ts'
import { SeriesForm } from './series-form.tsx'
import { PausedNotice, SeriesHeader } from './series-header.tsx'

export function RecurringInvoicePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingSeries key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingSeries({ id, session }: { id: string; session: Session }) {
  const today = useToday(session)
  const navigate = useNavigate()
  const series = useQuery(seriesQuery(id))
  const logoId = series.data?.content.logoId ?? null
  const logo = useQuery({ ...logoQuery(logoId), enabled: series.data !== undefined })
  const clients = useQuery(clientsQuery(''))
  const business = useQuery(businessQuery)
  const isLocked = useIsLocked('recurringInvoices')
  useDocumentTitle(series.data && pageTitle(`Recurring invoice to ${series.data.content.client.name}`))
  if (!series.data && isNotFound(series.error)) {
    return (
      <NotFound title="Recurring Invoice Not Found" text="It doesn’t exist, or it was ended for good.">
        <Link to="/invoices/recurring">Back to Recurring Invoices</Link>
      </NotFound>
    )
  }
  // An open form stays when a refetch fails, because it may contain unsaved changes.
  const failed = [series, logo].find((query) => query.isLoadingError)
  if (failed) {
    return (
      <Page>
        <ErrorState query={failed} />
      </Page>
    )
  }
  if (!series.data || logo.data === undefined || clients.isPending || business.isPending)
    return <PageSkeleton />
  return (
    <Page>
      <SeriesHeader
        series={series.data}
        // Unsaved changes no longer matter.
        onEnded={() => navigate({ to: '/invoices/recurring', ignoreBlocker: true })}
      />
      {isLocked && (
        <UpgradeCard feature="recurringInvoices" title="Recurring invoices are part of the Pro plan">
          On the Free plan it keeps running within the plan’s invoices a month, and you can pause, skip and
          end it. To change or resume it takes the Pro plan.
        </UpgradeCard>
      )}
      <PausedNotice series={series.data} />
      <SeriesForm
        userId={session.user.id}
        series={series.data}
        initial={seriesValuesOf(series.data, logo.data)}
        hasClients={clients.data?.clients.length !== 0}
        today={today}
        style={business.data && styleInPlan(business.data.plan, business.data.documentStyle)}
      />
    </Page>
  )
}
