import { Link } from '@tanstack/react-router'
import { Eye, MailWarning, Send, TriangleAlert } from 'lucide-react'
import { type ComponentType, memo, useMemo } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { CompactLabel, compactParent } from '../../../invoices/web/actions/compact-label.tsx'
import { EstimateStatusBadge } from '../../../invoices/web/estimate-status-badge.tsx'
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
  const columns = useMemo(() => [...plainColumns, actionsColumn(Actions)], [Actions])
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

const numberId = ({ id }: EstimateListItem) => `estimate-number-${id}`
const clientId = ({ id }: EstimateListItem) => `estimate-client-${id}`

/** As high as a badge, so that badges that wrap to the next line of a card keep a distance. */
const cardDetail = 'as-cards:order-3 as-cards:text-xs/6'

const plainColumns: ReadonlyArray<Column<EstimateListItem>> = [
  {
    key: 'number',
    header: 'Number',
    className: `text-muted ${cardDetail}`,
    cell: (estimate) => <span id={numberId(estimate)}>{estimate.number}</span>,
  },
  {
    key: 'client',
    header: 'Client',
    primary: true,
    className:
      'as-cards:order-1 as-cards:min-w-0 as-cards:grow as-cards:basis-2/5 as-table:w-full as-table:max-w-0 as-table:min-w-44 as-tight-table:min-w-24',
    cell: (estimate) => (
      <div
        id={clientId(estimate)}
        className="flex items-baseline gap-2 as-table:-m-1 as-table:h-7 as-table:flex-wrap as-table:overflow-hidden as-table:p-1"
      >
        <Link
          to="/estimates/$id"
          params={{ id: estimate.id }}
          title={estimate.clientName}
          className="own-words max-w-full min-w-0 truncate font-medium text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5 as-cards:text-base as-cards:after:absolute as-cards:after:inset-0"
        >
          {estimate.clientName}
        </Link>
        <span className="text-xs text-muted as-cards:sr-only as-tight-table:sr-only">
          {estimate.clientEmail}
        </span>
      </div>
    ),
  },
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
        <DeliveryHint estimate={estimate} />
      </div>
    ),
  },
]

/** What needs the owner's attention stands out of the row; the rest is gray. */
const hint = `${compactParent} gap-1 text-xs as-table:size-6 as-table:rounded-full [&_svg]:size-3.5 [&_svg]:flex-none`

/** How an estimate without an answer reached its client. A card has no room for words on what went well. */
function DeliveryHint({ estimate: { status, mail, sentAt, viewedAt } }: { estimate: EstimateListItem }) {
  if (status === 'accepted' || status === 'declined') return null
  if (mail === 'failed') {
    return (
      <span className={`${hint} text-negative as-table:bg-negative-soft`}>
        <TriangleAlert aria-hidden />
        <CompactLabel>Not delivered</CompactLabel>
      </span>
    )
  }
  if (mail === 'held') {
    return (
      <span className={`${hint} text-attention as-table:bg-attention-soft`}>
        <MailWarning aria-hidden />
        <CompactLabel>Waiting for your confirmation</CompactLabel>
      </span>
    )
  }
  if (viewedAt === null && sentAt === null) return null
  const Icon = viewedAt === null ? Send : Eye
  return (
    <span className={`${hint} text-muted`}>
      <Icon aria-hidden />
      <CompactLabel className="as-cards:sr-only">{viewedAt === null ? 'Sent' : 'Viewed'}</CompactLabel>
    </span>
  )
}

function actionsColumn(Actions: EstimateListTableProps['Actions']): Column<EstimateListItem> {
  return {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className:
      'as-table:w-px as-cards:relative as-cards:order-4 as-cards:-mx-2 as-cards:w-[calc(100%+1rem)] as-cards:min-h-8 as-cards:touch:min-h-11',
    cell: (estimate) => (
      <div className="flex items-center justify-end">
        <Actions estimate={estimate} describedBy={`${numberId(estimate)} ${clientId(estimate)}`} />
      </div>
    ),
  }
}
