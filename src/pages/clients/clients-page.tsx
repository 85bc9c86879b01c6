import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, SearchX, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ClientListItem } from '../../features/clients/contract.ts'
import { clientListQuery } from '../../features/clients/web/client-api.ts'
import { ClientDialog } from '../../features/clients/web/client-dialog.tsx'
import { ClientListTable } from '../../features/clients/web/client-list-table.tsx'
import {
  type ClientUrlState,
  clientCount,
  filtersOf,
  isFiltered,
  maxSearchLength,
  viewFilters,
  withFilter,
} from '../../features/clients/web/client-url-state.ts'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import { isCursorRejected } from '../../web/api-client.ts'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { SearchField } from '../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { ListContent } from '../../web/ui/list-content.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { Pagination } from '../../web/ui/pagination.tsx'

const noClients: readonly ClientListItem[] = []
const failure = { title: 'Failed to load clients. Please try again.', text: 'Your clients are safe.' }

/** /clients */
export function ClientsPage() {
  const urlState: ClientUrlState = useSearch({ from: '/clients' })
  const navigate = useNavigate({ from: '/clients' })
  const list = useQuery(clientListQuery(filtersOf(urlState)))
  const top = useRef<HTMLElement>(null)
  const [isAdding, setIsAdding] = useState(false)

  const isInvalidCursor = isCursorRejected(list.error, urlState)
  useEffect(() => {
    if (isInvalidCursor) void navigate({ search: withFilter(urlState, {}), replace: true })
  }, [isInvalidCursor, navigate, urlState])

  const page = list.data
  const isNew = page?.clients.length === 0 && !isFiltered(urlState)
  const isPaged = Boolean(page && (page.next ?? page.previous))

  function turnTo(cursor: { after: string } | { before: string }) {
    void navigate({ search: { ...withFilter(urlState, {}), ...cursor } })
    // The clicked button may be disabled on the next page.
    top.current?.focus({ preventScroll: true })
  }

  return (
    <Page>
      <PageHeader
        title="Clients"
        description="Who you invoice, what they owe and how fast they pay."
        actions={
          <Button onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            New Client
          </Button>
        }
      />
      <InvoiceTabs />
      <section ref={top} tabIndex={-1} aria-labelledby="client-list" className="flex flex-col gap-3">
        <h2 id="client-list" className="sr-only">
          List of clients
        </h2>
        {!isNew && (
          <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
            <Segmented
              legend="Show"
              value={urlState.view}
              options={viewFilters}
              onValueChange={(view) =>
                void navigate({ search: withFilter(urlState, { view }), resetScroll: false })
              }
            />
            <SearchField
              label="Search by name, contact or email"
              search={urlState.search ?? ''}
              onSearch={(search) =>
                void navigate({
                  search: withFilter(urlState, { search }),
                  replace: true,
                  resetScroll: false,
                })
              }
              maxLength={maxSearchLength}
              className="w-full sm:w-80"
            />
          </div>
        )}
        <ListContent
          list={list}
          failure={failure}
          failed={list.isError && !isInvalidCursor && !page}
          isEmpty={page?.clients.length === 0}
          empty={<NoClients urlState={urlState} onAdd={() => setIsAdding(true)} />}
          dims
        >
          <ClientListTable clients={page?.clients ?? noClients} loading={list.isPending || isInvalidCursor} />
        </ListContent>
        {page && isPaged && (
          <Pagination
            label="Pages of clients"
            summary={`${clientCount(page.clients.length)} on this page`}
            page={page}
            onTurn={turnTo}
          />
        )}
        {page && !isPaged && !isNew && (
          <p aria-live="polite" className="text-sm text-muted">
            {clientCount(page.clients.length)}
          </p>
        )}
      </section>
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
        <Button variant="secondary" onClick={onAdd}>
          Add your first client
        </Button>
      }
    />
  )
}
