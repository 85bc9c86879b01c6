import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import type { Column } from '../../../../web/ui/data-table.tsx'
import { EstimateStatusBadge } from '../../../invoices/web/estimate-status-badge.tsx'
import type { PortalEstimate } from '../../contract.ts'
import { type ListCursor, portalEstimatesQuery } from '../portal-api.ts'
import { rowLink } from './invoices-tab.tsx'
import { PagedCard } from './paged-card.tsx'

const columns: ReadonlyArray<Column<PortalEstimate>> = [
  {
    key: 'number',
    header: 'Number',
    primary: true,
    className: 'as-cards:order-1 as-cards:grow',
    cell: ({ id, number }) => (
      <Link to="/estimates/$id/view" params={{ id }} className={rowLink}>
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
    cell: (estimate) => (
      <span className="font-semibold text-foreground">{formatMoney(estimate.totalMinor, estimate)}</span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: ({ status }) => <EstimateStatusBadge standing={status} />,
  },
]

/** The estimates of the client, who answers each on its own page. */
export function EstimatesTab({ token }: { token: string }) {
  const [cursor, setCursor] = useState<ListCursor>(null)
  const list = useQuery(portalEstimatesQuery(token, cursor))
  return (
    <PagedCard
      what="estimates"
      query={list}
      page={list.data && { ...list.data, rows: list.data.estimates }}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: 'No estimates yet', text: 'Estimates that were sent to you are listed here.' }}
      onTurn={setCursor}
    />
  )
}
