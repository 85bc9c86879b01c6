import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { OwnerBarFrame, ownerBarLink } from '../../features/invoices/web/public/owner-bar.tsx'
import { useReportView } from '../../features/invoices/web/public/use-report-view.ts'
import { type Portal as PortalData, notePortalOpened } from '../../features/portal/contract.ts'
import { LinkNotValid } from '../../features/portal/web/door/link-not-valid.tsx'
import { PortalDoor } from '../../features/portal/web/door/portal-door.tsx'
import { doorQuery, portalQuery, refreshPortal } from '../../features/portal/web/portal-api.ts'
import { PortalHeader } from '../../features/portal/web/portal-header.tsx'
import { DetailsTab } from '../../features/portal/web/tabs/details-tab.tsx'
import { EstimatesTab } from '../../features/portal/web/tabs/estimates-tab.tsx'
import { InvoicesTab } from '../../features/portal/web/tabs/invoices-tab.tsx'
import { MessagesTab } from '../../features/portal/web/tabs/messages-tab.tsx'
import { OverviewTab } from '../../features/portal/web/tabs/overview-tab.tsx'
import { PaymentsTab } from '../../features/portal/web/tabs/payments-tab.tsx'
import { StatementTab } from '../../features/portal/web/tabs/statement-tab.tsx'
import { ApiError, call, isNotFound } from '../../web/api-client.ts'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { pageTitle } from '../../web/page-title.ts'
import { keepPortalPath } from '../../web/portal-path.ts'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../web/ui/tabs.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { type PortalTab, portalTabs } from './portal-tabs.ts'

/** /portal/{token}: the place of a client. */
export function PortalPage() {
  const { token } = useParams({ from: '/portal/$token' })
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <Portal key={token} token={token} />
    </>
  )
}

function Portal({ token }: { token: string }) {
  const queries = useQueryClient()
  const door = useQuery(doorQuery(token))
  if (door.isPending) return <PageSkeleton />
  if (!door.data) {
    return isNotFound(door.error) ? (
      <LinkNotValid token={token} />
    ) : (
      <Page width="narrow">
        <ErrorState level={1} query={door} />
      </Page>
    )
  }
  if (door.data.isOpen) return <OpenPortal token={token} />
  const { business, maskedEmail } = door.data
  return (
    <PortalDoor
      token={token}
      business={business}
      maskedEmail={maskedEmail}
      onConfirmed={() => void refreshPortal(queries, token)}
    />
  )
}

/** The link was renewed, or the device was ended, while the page was open. */
const hasEnded = (error: unknown) =>
  error instanceof ApiError && (error.code === 'PORTAL_CODE_NEEDED' || error.code === 'NOT_FOUND')

function OpenPortal({ token }: { token: string }) {
  const queries = useQueryClient()
  const portal = useQuery(portalQuery(token))
  const isOver = hasEnded(portal.error)
  useEffect(() => {
    if (isOver) void queries.resetQueries({ queryKey: ['portal', token] })
  }, [isOver, queries, token])
  if (portal.isPending || isOver) return <PageSkeleton />
  if (!portal.data) {
    return (
      <Page width="narrow">
        <ErrorState level={1} query={portal} />
      </Page>
    )
  }
  return <LoadedPortal token={token} portal={portal.data} />
}

const sendOpened = (token: string) => call(notePortalOpened, { params: { token } })

function LoadedPortal({ token, portal }: { token: string; portal: PortalData }) {
  const { tab = 'overview', show = 'all' } = useSearch({ from: '/portal/$token' })
  const navigate = useNavigate({ from: '/portal/$token' })
  const { business, client, isPreview } = portal
  useDocumentTitle(pageTitle(`Your account with ${business.name}`))
  useReportView(sendOpened, token, !isPreview)
  useEffect(() => keepPortalPath(`/portal/${token}`), [token])

  const open = (next: PortalTab, shown?: 'open') =>
    void navigate({
      search: { ...(next !== 'overview' && { tab: next }), ...(shown && { show: shown }) },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      {isPreview && (
        <OwnerBarFrame label="Preview">
          <Link to="/clients" className={ownerBarLink}>
            <ArrowLeft aria-hidden className="size-4" />
            Back to clients
          </Link>
        </OwnerBarFrame>
      )}
      <PortalHeader business={business} />
      <Page width="settings">
        <PageHeader
          title="Your account"
          description={<span className="own-words wrap-anywhere">{client.companyName}</span>}
        />
        <Tabs
          value={tab}
          onValueChange={(next) => open(portalTabs.find((name) => name === next) ?? 'overview')}
        >
          <TabList label="Your account">
            <Tab value="overview">Overview</Tab>
            <Tab value="invoices">Invoices</Tab>
            <Tab value="estimates">Estimates</Tab>
            <Tab value="payments">Payments</Tab>
            <Tab value="statement">Statement</Tab>
            <Tab value="details">Your details</Tab>
            <Tab value="messages">Messages</Tab>
          </TabList>
          <TabPanel value="overview">
            <OverviewTab portal={portal} onPay={() => open('invoices', 'open')} />
          </TabPanel>
          <TabPanel value="invoices">
            <InvoicesTab key={show} token={token} portal={portal} initialFilter={show} />
          </TabPanel>
          <TabPanel value="estimates">
            <EstimatesTab token={token} />
          </TabPanel>
          <TabPanel value="payments">
            <PaymentsTab token={token} />
          </TabPanel>
          <TabPanel value="statement">
            <StatementTab token={token} portal={portal} />
          </TabPanel>
          <TabPanel value="details">
            <DetailsTab token={token} portal={portal} />
          </TabPanel>
          <TabPanel value="messages">
            <MessagesTab token={token} portal={portal} />
          </TabPanel>
        </Tabs>
      </Page>
    </>
  )
}
