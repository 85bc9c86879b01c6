import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, SearchX, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { May } from '../../features/auth/web/may.tsx'
import { useMay } from '../../features/auth/web/session.ts'
import { type ClientListItem, exportClients } from '../../features/clients/contract.ts'
import { clientListQuery } from '../../features/clients/web/client-api.ts'
import { ClientDialog } from '../../features/clients/web/client-dialog.tsx'
import { ClientListTable } from '../../features/clients/web/client-list-table.tsx'
import { type ClientUrlState, clientCount, viewFilters } from '../../features/clients/web/client-url-state.ts'
import { ExportMenu } from '../../features/exports/web/export-menu.tsx'
import { OwnFieldsLink } from '../../features/fields/web/own-fields-link.tsx'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import { Page } from '../../web/layout/page.tsx'
import { ListSection } from '../../web/lists/list-section.tsx'
import { filtersOf, withChange } from '../../web/lists/list-url-state.ts'
import { usePagedList } from '../../web/lists/use-paged-list.ts'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'

const noClients: readonly ClientListItem[] = []

/** /clients */
export function ClientsPage() {
  const urlState: ClientUrlState = useSearch({ from: '/clients' })
  const navigate = useNavigate({ from: '/clients' })
  const list = useQuery(clientListQuery(filtersOf(urlState)))
  const paging = usePagedList({
    what: 'clients',
    list,
    urlState,
    goTo: (search, options) => void navigate({ search, ...options }),
  })
  const clients = list.data?.clients
  const [isAdding, setIsAdding] = useState(false)

  return (
    <Page>
      <PageHeader
        title="Clients"
        description="Who you invoice, what they owe and how fast they pay."
        actions={
          <>
            <OwnFieldsLink />
            <ExportMenu what="clients" endpoint={exportClients} urlState={urlState} />
            <May permission="sales.write">
              <Button onClick={() => setIsAdding(true)}>
                <Plus aria-hidden />
                New Client
              </Button>
            </May>
          </>
        }
      />
      <InvoiceTabs />
      <ListSection
        paging={paging}
        size={clients?.length}
        count={clientCount}
        filter={
          <Segmented
            legend="Show"
            value={urlState.view}
            options={viewFilters}
            onValueChange={(view) =>
              void navigate({ search: withChange(urlState, { view }), resetScroll: false })
            }
          />
        }
        searchLabel="Search by name, contact or email"
        onSearch={(text) => {
          const search = withChange(urlState, { search: text })
          void navigate({ search, replace: true, resetScroll: false })
        }}
        empty={<NoClients urlState={urlState} onAdd={() => setIsAdding(true)} />}
      >
        <ClientListTable clients={clients ?? noClients} loading={list.isPending || paging.isLost} />
      </ListSection>
      <ClientDialog
        client={null}
        open={isAdding}
        onOpenChange={setIsAdding}
        onSaved={(id) => navigate({ to: '/clients/$id', params: { id } })}
      />
    </Page>
  )
}

function NoClients({ urlState, onAdd }: { urlState: ClientUrlState; onAdd: () => void }) {
  const mayWrite = useMay('sales.write')
  const clear = (
    <Button asChild variant="secondary">
      <Link to="/clients">Show all clients</Link>
    </Button>
  )
  if ((urlState.search ?? '') !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title="No clients match"
        text="Try another name, contact or email address."
        action={clear}
      />
    )
  }
  if (urlState.view === 'owing')
    return <EmptyState icon={UsersRound} title="No client owes you anything" action={clear} />
  if (urlState.view === 'archived') {
    return (
      <EmptyState
        icon={UsersRound}
        title="No archived clients"
        text="A client you archive is hidden here until you invoice them again."
        action={clear}
      />
    )
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="No clients yet"
      text="A client is added when you create an invoice or an estimate. You can also add one now."
      action={
        mayWrite && (
          <Button variant="secondary" onClick={onAdd}>
            Add your first client
          </Button>
        )
      }
    />
  )
}
