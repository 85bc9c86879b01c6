import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type ListCursor, PagedCard } from '../../../../web/lists/paged-card.tsx'
import type { Column } from '../../../../web/ui/data-table.tsx'
import { textLink, wholeRowLink } from '../../../../web/ui/text-link.ts'
import { useMay } from '../../../auth/web/session.ts'
import type { InvoiceListItem } from '../../contract.ts'
import { ApprovalBadge } from '../approval/approval-badge.tsx'
import { DisputedBadge, InvoiceStatusBadge } from '../invoice-status-badge.tsx'
import { TestBadge } from '../test-badge.tsx'
import { clientInvoicesQuery } from './client-invoices-api.ts'

const columns: ReadonlyArray<Column<InvoiceListItem>> = [
  {
    key: 'number',
    header: 'Number',
    primary: true,
    className: 'as-cards:order-1 as-cards:grow',
    cell: ({ id, number }) => (
      <Link to="/invoices/$id" params={{ id }} className={wholeRowLink}>
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
    cell: ({ status, approval, isDisputed, hasTestPayments }) => (
      <span className="flex flex-wrap items-center gap-1">
        {isDisputed ? <DisputedBadge /> : <InvoiceStatusBadge status={status} />}
        {approval !== null && <ApprovalBadge approval={approval} />}
        {hasTestPayments && <TestBadge />}
      </span>
    ),
  },
]

/** The invoices of a client, newest first. */
export function ClientInvoices({ client }: { client: { id: string } }) {
  const mayWrite = useMay('sales.write')
  const [cursor, setCursor] = useState<ListCursor>(null)
  const list = useQuery(clientInvoicesQuery(client.id, cursor))
  return (
    <PagedCard
      name="Invoices"
      titled
      query={list}
      page={list.data && { ...list.data, rows: list.data.invoices }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        title: 'No invoices yet',
        text: 'Invoices to this client are listed here.',
        action: mayWrite && (
          <Link to="/invoices/new" search={{ client: client.id }} className={textLink}>
            Create the first invoice
          </Link>
        ),
      }}
      onTurn={setCursor}
    />
  )
}
