import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { planSentence } from '../../schedules/rules.ts'
import { ScheduleStateBadge } from '../../schedules/web/schedule-state-badge.tsx'
import type { SeriesListItem } from '../contract.ts'
import { SeriesMenu } from './series-menu.tsx'
import { madeText, pauseText } from './series-text.ts'

interface SeriesListTableProps {
  series: readonly SeriesListItem[]
  loading: boolean
}

export function SeriesListTable({ series, loading }: SeriesListTableProps) {
  return (
    <DataTable
      caption="Recurring invoices"
      columns={columns}
      rows={series}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
}

const columns: ReadonlyArray<Column<SeriesListItem>> = [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    className: 'as-table:w-full',
    cell: ({ id, clientName, frequency, startDate, end }) => (
      <div className="as-table:min-w-40">
        <Link
          to="/invoices/recurring/$id"
          params={{ id }}
          className="own-words font-medium wrap-anywhere text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
        >
          {clientName}
        </Link>
        <p className="text-xs font-normal text-muted">{planSentence({ frequency, startDate, end })}</p>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ totalCents }) => (
      <span className="font-semibold text-foreground">{formatMoney(totalCents)}</span>
    ),
  },
  {
    key: 'next',
    header: 'Next',
    className: 'as-cards:py-1',
    cell: ({ next, sends }) =>
      next ? (
        <div className="whitespace-nowrap">
          <time dateTime={next.onDate}>{formatDate(next.onDate)}</time>
          <div className="text-xs text-muted">{sends ? 'Emailed automatically' : 'As a draft'}</div>
        </div>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'as-cards:py-1',
    cell: (series) => (
      <div className="flex flex-col items-end gap-1 as-table:w-max as-table:max-w-56 as-table:items-start">
        <ScheduleStateBadge state={series.state} />
        <span className="text-xs text-muted">{pauseText(series) ?? madeText(series.made)}</span>
      </div>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className: 'as-table:w-px',
    cell: (series) => (
      <div className="flex as-table:justify-end">
        <SeriesMenu series={series} />
      </div>
    ),
  },
]
