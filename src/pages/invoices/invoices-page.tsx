import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Plus, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../../features/auth/web/session.ts'
import type { InvoiceListItem } from '../../features/invoices/contract.ts'
import { invoiceListQuery } from '../../features/invoices/web/invoice-api.ts'
import { InvoiceListTable } from '../../features/invoices/web/list/invoice-list-table.tsx'
import { InvoiceSummaryCards } from '../../features/invoices/web/list/invoice-summary-cards.tsx'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import {
  type InvoiceUrlState,
  atCursor,
  filtersOf,
  firstPage,
  invoiceCount,
  isFiltered,
  maxSearchLength,
  rememberInvoiceUrlState,
  statusFilters,
  withSearch,
  withStatus,
} from '../../features/invoices/web/list/invoice-url-state.ts'
import { isCursorRejected } from '../../web/api-client.ts'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { SearchField } from '../../web/ui/fields/search-field.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { ListContent } from '../../web/ui/list-content.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { Pagination } from '../../web/ui/pagination.tsx'
import { showError } from '../../web/ui/toast.ts'
import { InvoiceActions } from './invoice-actions.tsx'

const noInvoices: readonly InvoiceListItem[] = []
const failure = 'Failed to load invoices. Please try again.'

export function InvoicesPage() {
  const urlState: InvoiceUrlState = useSearch({ from: '/invoices' })
  const navigate = useNavigate({ from: '/invoices' })
  const list = useQuery(invoiceListQuery(filtersOf(urlState)))
  const top = useRef<HTMLElement>(null)
  useRememberedUrlState(urlState)

  const isInvalidCursor = isCursorRejected(list.error, urlState)
  useEffect(() => {
    if (isInvalidCursor) void navigate({ search: firstPage, replace: true })
    else if (list.errorUpdatedAt > 0) showError(failure)
  }, [isInvalidCursor, list.errorUpdatedAt, navigate])

  const page = list.data
  const isNew = page?.invoices.length === 0 && !isFiltered(urlState)
  const isPaged = Boolean(page && (page.next ?? page.previous))

  function turnTo(cursor: { after: string } | { before: string }) {
    void navigate({ search: atCursor(urlState, cursor) })
    // The clicked button may be disabled on the next page.
    top.current?.focus({ preventScroll: true })
  }

  return (
    <Page>
      <PageHeader
        title="Invoices"
        actions={
          <Button asChild>
            <Link to="/invoices/new">
              <Plus aria-hidden />
              Create Invoice
            </Link>
          </Button>
        }
      />
      <InvoiceTabs />
      <InvoiceSummaryCards />
      <section ref={top} tabIndex={-1} aria-labelledby="invoice-list" className="-mt-2 flex flex-col gap-3">
        <h2 id="invoice-list" className="sr-only">
          List of invoices
        </h2>
        {!isNew && (
          <InvoiceFilters
            urlState={urlState}
            onStatus={(status) => void navigate({ search: withStatus(urlState, status), resetScroll: false })}
            onSearch={(search) =>
              void navigate({ search: withSearch(urlState, search), replace: true, resetScroll: false })
            }
          />
        )}
        <ListContent
          list={list}
          failure={{ title: failure, text: 'Your invoices are safe.' }}
          failed={list.isError && !isInvalidCursor && !page}
          isEmpty={page?.invoices.length === 0}
          empty={<InvoiceListEmpty urlState={urlState} />}
          dims
        >
          <InvoiceListTable
            invoices={page?.invoices ?? noInvoices}
            loading={list.isPending || isInvalidCursor}
            Actions={InvoiceActions}
          />
        </ListContent>
        {page && isPaged && (
          <Pagination
            label="Pages of invoices"
            summary={`${invoiceCount(page.invoices.length)} on this page`}
            page={page}
            onTurn={turnTo}
          />
        )}
        {page && !isPaged && !isNew && (
          <p aria-live="polite" className="text-sm text-muted">
            {invoiceCount(page.invoices.length)}
          </p>
        )}
      </section>
    </Page>
  )
}

function useRememberedUrlState(urlState: InvoiceUrlState) {
  const state = useSession()
  const businessId = state.status === 'signed-in' ? state.session.business.id : undefined
  useEffect(() => {
    if (businessId !== undefined) rememberInvoiceUrlState(businessId, urlState)
  }, [businessId, urlState])
}

function InvoiceListEmpty({ urlState }: { urlState: InvoiceUrlState }) {
  if (isFiltered(urlState)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No invoices match"
        text="Try another status or search for another client, number or amount."
        action={
          <Button asChild variant="secondary">
            <Link to="/invoices">Clear filters</Link>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={FileText}
      title="No invoices yet"
      text="Create an invoice, send it with a payment link, and see here who owes you and for how long."
      action={
        <Button asChild variant="secondary">
          <Link to="/invoices/new">Create your first invoice</Link>
        </Button>
      }
    />
  )
}

interface InvoiceFiltersProps {
  urlState: InvoiceUrlState
  onStatus: (status: InvoiceUrlState['status']) => void
  onSearch: (search: string) => void
}

function InvoiceFilters({ urlState, onStatus, onSearch }: InvoiceFiltersProps) {
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <Segmented legend="Status" value={urlState.status} options={statusFilters} onValueChange={onStatus} />
      <SearchField
        label="Search by client, number or amount"
        search={urlState.search ?? ''}
        onSearch={onSearch}
        maxLength={maxSearchLength}
        className="w-full sm:w-80"
      />
    </div>
  )
}
