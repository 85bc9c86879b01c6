import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type ListCursor, PagedCard } from '../../../../web/lists/paged-card.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import type { Column } from '../../../../web/ui/data-table.tsx'
import { rowLink } from '../../../../web/ui/text-link.ts'
import { methodLabels } from '../../../figures/web/figure-row-text.ts'
import { TestBadge } from '../../../invoices/web/test-badge.tsx'
import type { PortalPayment } from '../../contract.ts'
import { portalPaymentsQuery, receiptUrl } from '../portal-api.ts'

const columnsFor = (token: string): ReadonlyArray<Column<PortalPayment>> => [
  {
    key: 'date',
    header: 'Date',
    primary: true,
    className: 'as-cards:order-1 as-cards:grow',
    cell: ({ receivedOn, isTest }) => (
      <span className="flex flex-wrap items-center gap-2">
        <time dateTime={receivedOn}>{formatDate(receivedOn)}</time>
        {isTest && <TestBadge />}
      </span>
    ),
  },
  {
    key: 'invoice',
    header: 'Invoice',
    className: 'as-cards:order-3 as-cards:text-xs/6',
    cell: ({ invoiceId, invoiceNumber }) => (
      <Link to="/invoices/$id/view" params={{ id: invoiceId }} className={rowLink}>
        {invoiceNumber}
      </Link>
    ),
  },
  {
    key: 'method',
    header: 'Paid by',
    className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
    cell: ({ method }) => methodLabels[method],
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: 'as-cards:order-1',
    cell: (payment) => (
      <span className="flex flex-col items-end">
        <span className="font-semibold text-foreground">{formatMoney(payment.amountMinor, payment)}</span>
        {payment.refundedMinor > 0 && (
          <span className="text-xs text-muted">{formatMoney(payment.refundedMinor, payment)} refunded</span>
        )}
      </span>
    ),
  },
  {
    key: 'receipt',
    header: 'Receipt',
    hideHeader: true,
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: ({ id, invoiceNumber, receivedOn }) => (
      <Button asChild variant="ghost" size="sm">
        <a
          href={receiptUrl(token, id)}
          download
          aria-label={`Download receipt of ${formatDate(receivedOn)} for invoice ${invoiceNumber}`}
        >
          <Download aria-hidden />
          Receipt
        </a>
      </Button>
    ),
  },
]

/** What the client has paid, with a receipt for each payment. */
export function PaymentsTab({ token }: { token: string }) {
  const [cursor, setCursor] = useState<ListCursor>(null)
  const list = useQuery(portalPaymentsQuery(token, cursor))
  return (
    <PagedCard
      name="Your payments"
      query={list}
      page={list.data && { ...list.data, rows: list.data.payments }}
      columns={columnsFor(token)}
      rowKey={({ id }) => id}
      empty={{ title: 'No payments yet', text: 'Your payments and their receipts are listed here.' }}
      onTurn={setCursor}
    />
  )
}
