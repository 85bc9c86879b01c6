import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Plus, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { May } from '../../features/auth/web/may.tsx'
import { useBusinessId, useMay } from '../../features/auth/web/session.ts'
import { ExportMenu } from '../../features/exports/web/export-menu.tsx'
import { type InvoiceListItem, exportInvoices } from '../../features/invoices/contract.ts'
import {
  WaitingInvoices,
  useWaitingInvoices,
} from '../../features/invoices/web/approval/waiting-invoices.tsx'
import { invoiceListQuery } from '../../features/invoices/web/invoice-api.ts'
import { InvoiceListTable } from '../../features/invoices/web/list/invoice-list-table.tsx'
import { InvoiceSummaryCards } from '../../features/invoices/web/list/invoice-summary-cards.tsx'
import { InvoiceTabs } from '../../features/invoices/web/list/invoice-tabs.tsx'
import {
  type InvoiceUrlState,
  invoiceCount,
  invoiceList,
  statusFilters,
} from '../../features/invoices/web/list/invoice-url-state.ts'
import { Page } from '../../web/layout/page.tsx'
import { ListSection } from '../../web/lists/list-section.tsx'
import { filtersOf, isFiltered, withChange } from '../../web/lists/list-url-state.ts'
import { usePagedList } from '../../web/lists/use-paged-list.ts'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { Segmented } from '../../web/ui/fields/segmented.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { useShortWait } from '../../web/use-short-wait.ts'
import { InvoiceActions } from './invoice-actions.tsx'

const noInvoices: readonly InvoiceListItem[] = []

export function InvoicesPage() {
  const urlState: InvoiceUrlState = useSearch({ from: '/invoices' })
  const navigate = useNavigate({ from: '/invoices' })
  const list = useQuery(invoiceListQuery(filtersOf(urlState)))
  const paging = usePagedList({
    what: 'invoices',
    list,
    urlState,
    goTo: (search, options) => void navigate({ search, ...options }),
    toasts: true,
  })
  const businessId = useBusinessId()
  useEffect(() => invoiceList.leave(businessId, urlState), [businessId, urlState])
  const invoices = list.data?.invoices
  // What waits is shown above the list. Until it is known, the list is not shown either, so that it does not move.
  const isHeld = useShortWait(useWaitingInvoices().isLoading)

  return (
    <Page>
      <PageHeader
        title="Invoices"
        actions={
          <>
            <ExportMenu what="invoices" endpoint={exportInvoices} urlState={urlState} />
            <May permission="sales.write">
              <Button asChild>
                <Link to="/invoices/new">
                  <Plus aria-hidden />
                  Create Invoice
                </Link>
              </Button>
            </May>
          </>
        }
      />
      <InvoiceTabs />
      <InvoiceSummaryCards />
      <WaitingInvoices />
      <ListSection
        paging={paging}
        size={invoices?.length}
        count={invoiceCount}
        filter={
          <Segmented
            legend="Status"
            value={urlState.status}
            options={statusFilters}
            onValueChange={(status) =>
              void navigate({ search: withChange(urlState, { status }), resetScroll: false })
            }
          />
        }
        searchLabel="Search by client, number or amount"
        onSearch={(text) => {
          const search = withChange(urlState, { search: text })
          void navigate({ search, replace: true, resetScroll: false })
        }}
        empty={<InvoiceListEmpty urlState={urlState} />}
        className={classNames('-mt-2', isHeld && 'invisible')}
      >
        <InvoiceListTable
          invoices={invoices ?? noInvoices}
          loading={list.isPending || paging.isLost}
          Actions={InvoiceActions}
        />
      </ListSection>
    </Page>
  )
}

function InvoiceListEmpty({ urlState }: { urlState: InvoiceUrlState }) {
  const mayWrite = useMay('sales.write')
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
        mayWrite && (
          <Button asChild variant="secondary">
            <Link to="/invoices/new">Create your first invoice</Link>
          </Button>
        )
      }
    />
  )
}
