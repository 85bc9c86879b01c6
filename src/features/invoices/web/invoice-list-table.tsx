import { Link } from '@tanstack/react-router'
import { Eye, Pencil, Send } from 'lucide-react'
import { memo } from 'react'

import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import type { InvoiceListItem } from '../contract.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceStatusBadge } from './invoice-status-badge.tsx'

interface InvoiceListTableProps {
  invoices: readonly InvoiceListItem[]
  loading: boolean
}

/** Remembered, since fifty rows of buttons are drawn only when there are other rows, not at every step of the page. */
export const InvoiceListTable = memo(function InvoiceRows({ invoices, loading }: InvoiceListTableProps) {
  return (
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      loading={loading}
    />
  )
})

const nameId = (invoice: InvoiceListItem) => `invoice-${invoice.id}`

const columns: ReadonlyArray<Column<InvoiceListItem>> = [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    className: 'sm:w-full',
    cell: (invoice) => (
      <div id={nameId(invoice)} className="sm:max-w-80 sm:min-w-36 lg:min-w-44">
        <Link
          to="/invoices/$id"
          params={{ id: invoice.id }}
          className="font-medium wrap-anywhere text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
        >
          {invoice.clientName}
        </Link>
        <p className="text-xs font-normal text-muted">
          <span className="tabular-nums">{invoice.number}</span>
          <span aria-hidden> · </span>
          <span className="wrap-anywhere">{invoice.clientEmail}</span>
        </p>
      </div>
    ),
  },
  {
    key: 'due',
    header: 'Due',
    cell: (invoice) => (
      <div className="[&_time]:whitespace-nowrap lg:whitespace-nowrap">
        <time dateTime={invoice.dueDate}>{formatDate(invoice.dueDate)}</time>
        <div className="text-xs text-muted">
          Issued <time dateTime={invoice.issueDate}>{formatDate(invoice.issueDate)}</time>
        </div>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: (invoice) => (
      <span className="font-semibold text-foreground">{formatMoney(invoice.totalCents)}</span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (invoice) => (
      <div className="flex items-center gap-2 max-sm:flex-row-reverse sm:flex-col sm:items-start sm:gap-1">
        <InvoiceStatusBadge status={invoice.status} />
        <DeliveryHint invoice={invoice} />
      </div>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className: 'sm:w-px max-sm:mr-0! max-sm:mb-0! max-sm:pt-3!',
    cell: (invoice) => (
      // On a tablet the buttons are icons: their words would not fit beside the figures.
      <div data-compact className="flex w-full items-center gap-2 sm:justify-end sm:max-lg:gap-1">
        <Button asChild variant="ghost" size="sm" className="max-lg:px-2 max-sm:flex-auto">
          <Link to="/invoices/$id/edit" params={{ id: invoice.id }} aria-describedby={nameId(invoice)}>
            <Pencil aria-hidden className="max-sm:hidden" />
            <span className="sm:max-lg:in-data-compact:sr-only">Edit</span>
          </Link>
        </Button>
        <InvoiceActions invoice={invoice} describedBy={nameId(invoice)} />
      </div>
    ),
  },
]

/** How far it has come on its way to the client. */
function DeliveryHint({ invoice }: { invoice: InvoiceListItem }) {
  const look = 'inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted [&_svg]:size-3'
  if (invoice.viewedAt) {
    return (
      <span className={look}>
        <Eye aria-hidden /> Viewed
      </span>
    )
  }
  if (invoice.sentAt) {
    return (
      <span className={look}>
        <Send aria-hidden /> Sent
      </span>
    )
  }
  return <span className={look}>Not sent</span>
}
