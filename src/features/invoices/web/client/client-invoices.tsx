import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Pagination } from '../../../../web/ui/pagination.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { InvoiceListItem } from '../../contract.ts'
import { DisputedBadge, InvoiceStatusBadge } from '../invoice-status-badge.tsx'
import { invoiceCount } from '../list/invoice-url-state.ts'
import { TestBadge } from '../test-badge.tsx'
import { type InvoiceCursor, clientInvoicesQuery } from './client-invoices-api.ts'

const columns: ReadonlyArray<Column<InvoiceListItem>> = [
  {
    key: 'number',
    header: 'Number',
    primary: true,
    className: 'as-cards:order-1 as-cards:grow',
    cell: ({ id, number }) => (
      <Link
        to="/invoices/$id"
        params={{ id }}
        className="font-medium text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5 as-cards:after:absolute as-cards:after:inset-0"
      >
        {number}
      </Link>
    ),
  },
  {
    key: 'issued',
    header: 'Issued',
    className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
    cell: ({ issueDate }) => (
      <>
        <span className="as-table:hidden">Issued </span>
        <time dateTime={issueDate}>{formatDate(issueDate)}</time>
      </>
    ),
  },
  {
    key: 'due',
    header: 'Due',
    className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
    cell: ({ dueDate }) => (
      <>
        <span className="as-table:hidden">Due </span>
        <time dateTime={dueDate}>{formatDate(dueDate)}</time>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: 'as-cards:order-1',
    cell: (invoice) => (
      <span className="font-semibold text-foreground">
        {formatMoney(invoice.totalMinor, { currency: invoice.currency })}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: ({ status, isDisputed, hasTestPayments }) => (
      <span className="flex flex-wrap items-center gap-1">
        {isDisputed ? <DisputedBadge /> : <InvoiceStatusBadge status={status} />}
        {hasTestPayments && <TestBadge />}
      </span>
    ),
  },
]

/** The invoices of a client, newest first. */
export function ClientInvoices({ client }: { client: { id: string } }) {
  const [cursor, setCursor] = useState<InvoiceCursor>(null)
  const list = useQuery(clientInvoicesQuery(client.id, cursor))
  const top = useRef<HTMLElement>(null)
  const page = list.data
  const isPaged = Boolean(page && (page.next ?? page.previous))
  return (
    <Card ref={top} tabIndex={-1} aria-label="Invoices">
      <CardHeader>
        <CardTitle>Invoices</CardTitle>
      </CardHeader>
      {page ? (
        page.invoices.length === 0 ? (
          <EmptyState
            className="py-8!"
            title="No invoices yet"
            text="Invoices to this client are listed here."
            action={
              <Link to="/invoices/new" search={{ client: client.id }} className={textLink}>
                Create the first invoice
              </Link>
            }
          />
        ) : (
          <CardContent className="flex flex-col gap-3 px-0! pb-3!">
            <DataTable
              caption="Invoices of this client"
              columns={columns}
              rows={page.invoices}
              rowKey={({ id }) => id}
              framed={false}
              dense
            />
            {isPaged && (
              <div className="px-4 sm:px-6">
                <Pagination
                  label="Pages of invoices"
                  summary={`${invoiceCount(page.invoices.length)} on this page`}
                  page={page}
                  onTurn={(next) => {
                    setCursor(next)
                    // The clicked button may be disabled on the next page.
                    top.current?.focus({ preventScroll: true })
                  }}
                />
              </div>
            )}
          </CardContent>
        )
      ) : (
        <CardContent>
          <PanelFallback
            query={list}
            title="The invoices could not be loaded"
            text={null}
            sizes={['h-9 w-full', 'h-9 w-full', 'h-9 w-full']}
          />
        </CardContent>
      )}
    </Card>
  )
}
