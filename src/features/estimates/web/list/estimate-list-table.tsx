import { type ComponentType, memo, useMemo } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { EstimateStatusBadge } from '../../../invoices/web/estimate-status-badge.tsx'
import {
  actionsColumn,
  cardDetail,
  clientColumn,
  numberId,
} from '../../../invoices/web/list/document-columns.tsx'
import { DeliveryMark } from '../../../invoices/web/list/invoice-hints.tsx'
import type { EstimateListItem } from '../../contract.ts'
import { estimateStanding } from '../estimate-standing.ts'

interface EstimateListTableProps {
  estimates: readonly EstimateListItem[]
  loading: boolean
  /** The actions of a row. `describedBy` has the ids of the elements that name the estimate. */
  Actions: ComponentType<{ estimate: EstimateListItem; describedBy: string }>
}

/** Memoized, so that its fifty rows of buttons rerender only when the rows change. */
export const EstimateListTable = memo(function EstimateRows({
  estimates,
  loading,
  Actions,
}: EstimateListTableProps) {
  const columns = useMemo(
    () => [
      ...plainColumns,
      actionsColumn<EstimateListItem>((estimate, describedBy) => (
        <Actions estimate={estimate} describedBy={describedBy} />
      )),
    ],
    [Actions],
  )
  return (
    <DataTable
      caption="Estimates"
      columns={columns}
      rows={estimates}
      rowKey={(estimate) => estimate.id}
      loading={loading}
      dense
    />
  )
})

const plainColumns: ReadonlyArray<Column<EstimateListItem>> = [
  {
    key: 'number',
    header: 'Number',
    className: `text-muted ${cardDetail}`,
    cell: (estimate) => <span id={numberId(estimate)}>{estimate.number}</span>,
  },
  clientColumn('/estimates/$id'),
  {
    key: 'issued',
    header: 'Issued',
    className: 'as-cards:sr-only',
    cell: ({ issueDate }) => <time dateTime={issueDate}>{formatDate(issueDate)}</time>,
  },
  {
    key: 'until',
    header: 'Valid until',
    className: `as-cards:text-muted ${cardDetail}`,
    cell: ({ validUntil }) => (
      <span>
        <span className="as-table:hidden max-[24rem]:sr-only">Until&nbsp;</span>
        <time dateTime={validUntil}>{formatDate(validUntil)}</time>
      </span>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    className: 'as-cards:order-1 as-cards:max-w-[55%]',
    cell: ({ totalMinor, currency }) => (
      <span className="font-semibold text-foreground">{formatMoney(totalMinor, { currency })}</span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    className: 'as-cards:order-3 as-cards:ml-auto',
    cell: (estimate) => (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-cards:justify-end as-table:w-max">
        <EstimateStatusBadge standing={estimateStanding(estimate)} />
        <EstimateDelivery estimate={estimate} />
      </div>
    ),
  },
]

/** How an estimate without an answer reached its client. */
function EstimateDelivery({ estimate: { status, mail, sentAt, viewedAt } }: { estimate: EstimateListItem }) {
  if (status === 'accepted' || status === 'declined') return null
  if (mail === 'failed') return <DeliveryMark delivery="failed" />
  if (mail === 'held') return <DeliveryMark delivery="waiting" />
  if (viewedAt !== null) return <DeliveryMark delivery="viewed" />
  return sentAt === null ? null : <DeliveryMark delivery="sent" />
}
