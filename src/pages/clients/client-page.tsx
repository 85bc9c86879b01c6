import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Plus, ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { May } from '../../features/auth/web/may.tsx'
import type { ClientAccount } from '../../features/clients/contract.ts'
import { ClientActions } from '../../features/clients/web/client-actions.tsx'
import { clientQuery } from '../../features/clients/web/client-api.ts'
import { ClientFigures } from '../../features/clients/web/client-figures.tsx'
import { isNotFound } from '../../web/api-client.ts'
import { BackLink } from '../../web/layout/back-link.tsx'
import { NotFound } from '../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { pageTitle } from '../../web/page-title.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { Button } from '../../web/ui/button.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { useDocumentTitle } from '../../web/use-document-title.ts'
import { mainSections, sideSections } from './client-sections.tsx'

/** /clients/{id} */
export function ClientPage() {
  const { id = '' } = useParams({ strict: false })
  return <ExistingClient key={id} id={id} />
}

function ExistingClient({ id }: { id: string }) {
  const navigate = useNavigate()
  const client = useQuery(clientQuery(id))
  useDocumentTitle(client.data && pageTitle(client.data.companyName))
  const survivor = client.data?.id
  useEffect(() => {
    // The client was merged: its address leads to the one that it became.
    if (survivor !== undefined && survivor !== id)
      void navigate({ to: '/clients/$id', params: { id: survivor }, replace: true })
  }, [survivor, id, navigate])
  if (client.isPending) return <PageSkeleton />
  if (!client.data) {
    return isNotFound(client.error) ? (
      <NotFound title="Client Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/clients">Back to Clients</Link>
      </NotFound>
    ) : (
      <Page>
        <ErrorState query={client} />
      </Page>
    )
  }
  return <LoadedClient client={client.data} />
}

function LoadedClient({ client }: { client: ClientAccount }) {
  const navigate = useNavigate()
  const { id, companyName, archivedAt } = client
  return (
    <Page>
      <PageHeader
        above={<BackLink to="/clients">Clients</BackLink>}
        title={<span className="own-words wrap-anywhere">{companyName}</span>}
        description={
          archivedAt !== null && (
            <span className="flex flex-wrap items-center gap-2">
              <Badge>Archived</Badge>
              Not offered for new invoices.
            </span>
          )
        }
        actions={
          <>
            <May permission="sales.write">
              <Button asChild>
                <Link to="/invoices/new" search={{ client: id }}>
                  <Plus aria-hidden />
                  New Invoice
                </Link>
              </Button>
              <Button asChild variant="secondary">
                <Link to="/estimates/new" search={{ client: id }}>
                  <Plus aria-hidden />
                  New Estimate
                </Link>
              </Button>
            </May>
            <Button asChild variant="secondary">
              <Link to="/clients/$id/statement" params={{ id }}>
                <ReceiptText aria-hidden />
                Statement
              </Link>
            </Button>
            <May permission="sales.write">
              <ClientActions
                client={client}
                onMerged={(into) => navigate({ to: '/clients/$id', params: { id: into } })}
                onDeleted={() => navigate({ to: '/clients', ignoreBlocker: true })}
              />
            </May>
          </>
        }
      />
      <ClientFigures client={client} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {mainSections.map((Section) => (
            <Section key={Section.name} client={client} />
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {sideSections.map((Section) => (
            <Section key={Section.name} client={client} />
          ))}
        </div>
      </div>
    </Page>
  )
}
