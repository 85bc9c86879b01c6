import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { isNotFound } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { ScheduleHeader } from '../../schedules/web/schedule-header.tsx'
import type { Series } from '../contract.ts'
import { SavedCardNotice } from './saved-card-notice.tsx'
import { seriesQuery } from './series-api.ts'
import { seriesValuesOf } from './series-form-values.ts'
import { SeriesForm } from './series-form.tsx'
import { seriesKind } from './series-kind.ts'
import { SeriesMenu } from './series-menu.tsx'
import { madeText, pauseText } from './series-text.ts'
import { SeriesView } from './series-view.tsx'

export function RecurringInvoicePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingSeries key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingSeries({ id, session }: { id: string; session: Session }) {
  const today = useToday(session)
  const series = useQuery(seriesQuery(id))
  const logoId = series.data?.content.logoId ?? null
  const logo = useQuery({ ...logoQuery(logoId), enabled: series.data !== undefined })
  const clients = useQuery(clientsQuery(''))
  const business = useQuery(businessQuery)
  const isLocked = useIsLocked('recurringInvoices')
  const mayWrite = useMay('sales.write')
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
  const values = seriesValuesOf(series.data, logo.data)
  const shown = {
    today,
    locale: session.business.locale,
    style: business.data && styleInPlan(business.data.plan, business.data.documentStyle),
  }
  return (
    <Page>
      <SeriesHeader series={series.data} />
      {isLocked && (
        <UpgradeCard feature="recurringInvoices" title="Recurring invoices are part of the Pro plan">
          On the Free plan, it keeps running within your monthly invoice limit, and you can pause, skip and
          end it. To change or resume it, you need the Pro plan.
        </UpgradeCard>
      )}
      <PausedNotice series={series.data} />
      <SavedCardNotice series={series.data} />
      {mayWrite ? (
        <SeriesForm
          {...shown}
          draftOwner={draftOwnerOf(session)}
          series={series.data}
          initial={values}
          hasClients={clients.data?.clients.length !== 0}
        />
      ) : (
        <SeriesView {...shown} series={series.data} values={values} />
      )}
    </Page>
  )
}

function SeriesHeader({ series }: { series: Series }) {
  const navigate = useNavigate()
  const { name } = series.content.client
  const title = useRef<HTMLSpanElement>(null)
  // The button disappears when the series is over.
  useFocusIfLost(title)
  return (
    <ScheduleHeader
      kind={seriesKind}
      schedule={series}
      back={<BackLink to="/invoices/recurring">Recurring invoices</BackLink>}
      title={
        <span ref={title} tabIndex={-1} className="outline-none">
          Recurring Invoice to {name}
        </span>
      }
      facts={
        <>
          {series.next && <span>Next on {formatDate(series.next.onDate)}</span>}
          <span>{madeText(series.made)}</span>
        </>
      }
      isLocked={useIsLocked('recurringInvoices')}
    >
      <SeriesMenu
        series={series}
        clientName={name}
        canEdit={false}
        // Unsaved changes no longer matter.
        onEnded={() => navigate({ to: '/invoices/recurring', ignoreBlocker: true })}
      />
    </ScheduleHeader>
  )
}

/** Says why a series is paused. Renders nothing while it is running. */
function PausedNotice({ series }: { series: Series }) {
  const reason = pauseText(series)
  if (reason === null) return null
  return (
    <Notice tone="attention" title="Paused">
      {reason} When you resume it, it continues with the next date.
    </Notice>
  )
}
