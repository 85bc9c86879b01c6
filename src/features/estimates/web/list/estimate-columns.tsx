import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { Column } from '../../../../web/ui/data-table.tsx'
import { wholeRowLink } from '../../../../web/ui/text-link.ts'
import { type EstimateStanding, EstimateStatusBadge } from '../../../invoices/web/estimate-status-badge.tsx'

interface ShownEstimate {
  id: string
  number: string
  validUntil: string
  currency: string
  totalMinor: number
}

interface Purpose<Row> {
  /** The page that a row leads to. */
  to: '/estimates/$id' | '/estimates/$id/view'
  standingOf: (row: Row) => EstimateStanding
}

/** The columns of a list of the estimates for one client, for the owner or that client. */
export function estimateColumns<Row extends ShownEstimate>({
  to,
  standingOf,
}: Purpose<Row>): ReadonlyArray<Column<Row>> {
  return [
    {
      key: 'number',
      header: 'Number',
      primary: true,
      className: 'as-cards:order-1 as-cards:grow',
      cell: ({ id, number }) => (
        <Link to={to} params={{ id }} className={wholeRowLink}>
          {number}
        </Link>
      ),
    },
    {
      key: 'until',
      header: 'Valid until',
      className: 'text-muted as-cards:order-3 as-cards:text-xs/6',
      cell: ({ validUntil }) => (
        <>
          <span className="as-table:hidden">Valid until </span>
          <time dateTime={validUntil}>{formatDate(validUntil)}</time>
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      className: 'as-cards:order-1',
      cell: ({ totalMinor, currency }) => (
        <span className="font-semibold text-foreground">{formatMoney(totalMinor, { currency })}</span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      className: 'as-cards:order-3 as-cards:ml-auto',
      cell: (row) => <EstimateStatusBadge standing={standingOf(row)} />,
    },
  ]
}
