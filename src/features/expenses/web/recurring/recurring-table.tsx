import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { planSentence } from '../../../schedules/rules.ts'
import { ScheduleStateBadge } from '../../../schedules/web/schedule-state-badge.tsx'
import type { RecurringExpense } from '../../contract.ts'
import { RecurringMenu } from './recurring-menu.tsx'
import { recurringName } from './recurring-text.ts'

interface RecurringTableProps {
  recurring: readonly RecurringExpense[]
  loading: boolean
}

export function RecurringTable({ recurring, loading }: RecurringTableProps) {
  return (
    <DataTable
      caption="Recurring expenses"
      columns={columns}
      rows={recurring}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
}

const columns: ReadonlyArray<Column<RecurringExpense>> = [
  {
    key: 'what',
    header: 'Expense',
    primary: true,
    className: 'as-table:w-full',
    cell: (recurring) => (
      <div className="as-table:min-w-40">
        <Link
          to="/expenses/recurring/$id"
          params={{ id: recurring.id }}
          className="own-words line-clamp-2 font-medium wrap-anywhere text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5"
        >
          {recurringName(recurring)}
        </Link>
        <p className="text-xs font-normal text-muted">{planSentence(recurring)}</p>
      </div>
    ),
  },
  {
    key: 'category',
    header: 'Category',
    cell: ({ category }) => category,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountCents }) => (
      <span className="font-semibold text-foreground">{formatMoney(amountCents)}</span>
    ),
  },
  {
    key: 'next',
    header: 'Next',
    cell: ({ nextDate }) =>
      nextDate === null ? (
        <span className="text-muted">None</span>
      ) : (
        <time dateTime={nextDate} className="whitespace-nowrap">
          {formatDate(nextDate)}
        </time>
      ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state }) => <ScheduleStateBadge state={state} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    className: 'as-table:w-px',
    cell: (recurring) => (
      <div className="flex as-table:justify-end">
        <RecurringMenu recurring={recurring} />
      </div>
    ),
  },
]
