import { Link } from '@tanstack/react-router'
import { CalendarClock, Pencil, Repeat } from 'lucide-react'
import { memo, useMemo } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { RowCheckbox } from '../../../web/ui/fields/row-checkbox.tsx'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import type { Selection } from '../../../web/use-selection.ts'
import { useHomeCurrency, useMay } from '../../auth/web/session.ts'
import { CategoryDot } from '../../categories/web/category-dot.tsx'
import type { CategoryColours } from '../../categories/web/category-options.ts'
import { useCategoryColours } from '../../categories/web/use-categories.ts'
import type { Expense } from '../contract.ts'
import { homeValueText } from './expense-money-text.ts'
import { distanceText } from './mileage-values.ts'

interface ExpenseListTableProps {
  expenses: readonly Expense[]
  /** The date in the business's time zone. */
  today: string
  /** Set while the user selects several expenses. */
  selection: Selection | undefined
}

/** Memoized, so that its rows do not render again with every change of the page. */
export const ExpenseListTable = memo(function ExpenseRows({
  expenses,
  today,
  selection,
}: ExpenseListTableProps) {
  const colours = useCategoryColours('expense')
  const columns = useMemo(
    () => [dateColumn(today, selection), categoryColumn(colours), ...otherColumns],
    [today, selection, colours],
  )
  return (
    <DataTable
      caption="Expenses"
      columns={columns}
      rows={expenses}
      rowKey={({ id }) => id}
      framed={false}
      className={twoLineRows.table}
    />
  )
})

function Amount(expense: Expense) {
  const value = homeValueText(expense, useHomeCurrency())
  return (
    // One element, so that both stand below each other in a card, too.
    <div className="text-right">
      <span className="font-semibold text-foreground">{formatMoney(expense.amountMinor, expense)}</span>
      {value !== null && <span className="block text-xs font-normal text-muted">{value}</span>}
    </div>
  )
}

function Details({ vendor, notes, mileage, client, billedInvoice }: Expense) {
  if (vendor === '' && notes === '' && !mileage && !client) return <span className="text-muted">—</span>
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 as-table:min-w-32">
      {(vendor !== '' || notes !== '') && (
        <p className="own-words line-clamp-2 min-w-0 wrap-anywhere as-cards:line-clamp-1">
          {vendor !== '' && <span className="font-medium text-foreground">{vendor}</span>}
          {vendor !== '' && notes !== '' && ' · '}
          {notes}
        </p>
      )}
      {mileage && <span className="text-xs whitespace-nowrap text-muted">{distanceText(mileage)}</span>}
      {billedInvoice ? (
        <Badge tone="positive">Billed on {billedInvoice.number}</Badge>
      ) : (
        client && <Badge>Billable</Badge>
      )}
    </div>
  )
}

function dateColumn(today: string, selection: Selection | undefined): Column<Expense> {
  return {
    key: 'date',
    header: 'Date',
    className: twoLineRows.firstDetail,
    cell: ({ id, date, category, amountMinor, currency }) => (
      <div className="flex items-center gap-3">
        {selection && (
          <RowCheckbox
            label={`Select ${category}, ${formatMoney(amountMinor, { currency })}, ${formatDate(date)}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
          />
        )}
        <div className="flex flex-1 items-center gap-1.5 as-table:flex-col as-table:items-start as-table:gap-1">
          <time dateTime={date} className="whitespace-nowrap tabular-nums">
            {formatDate(date)}
          </time>
          {date > today && (
            <Badge icon={CalendarClock} className="as-cards:h-5">
              Upcoming
            </Badge>
          )}
        </div>
      </div>
    ),
  }
}

function categoryColumn(colours: CategoryColours): Column<Expense> {
  return {
    key: 'category',
    header: 'Category',
    className: twoLineRows.title,
    cell: ({ category, seriesId }) => (
      <div className="min-w-0 as-cards:flex as-cards:items-baseline as-cards:gap-2 as-table:w-max as-table:max-w-52">
        {colours[category] && <CategoryDot colour={colours[category]} className="as-table:mr-2" />}
        <span className="own-words min-w-0 wrap-anywhere">{category}</span>
        {seriesId !== null && (
          <div className="text-xs font-normal whitespace-nowrap text-muted">
            <Repeat aria-hidden className="inline size-3 align-[-0.125em]" /> Recurring
          </div>
        )}
      </div>
    ),
  }
}

const otherColumns: ReadonlyArray<Column<Expense>> = [
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: twoLineRows.figure,
    cell: (expense) => <Amount {...expense} />,
  },
  {
    key: 'notes',
    header: 'Notes',
    className: classNames('as-table:w-full', twoLineRows.detail),
    cell: Details,
  },
  {
    key: 'actions',
    header: 'Actions',
    className: classNames('as-table:w-px', twoLineRows.control),
    cell: (expense) => <OpenLink {...expense} />,
  },
]

/** Leads to the expense: to its form for those who may change it. */
function OpenLink({ id, category, amountMinor, currency, date }: Expense) {
  const mayWrite = useMay('money.write')
  const verb = mayWrite ? 'Edit' : 'View'
  return (
    <Button asChild variant="ghost" size="sm" className="as-table:-mx-3 as-cards:min-h-11 as-cards:px-0">
      <Link
        to="/expenses/$id/edit"
        params={{ id }}
        aria-label={`${verb} ${category}, ${formatMoney(amountMinor, { currency })}, ${formatDate(date)}`}
      >
        {mayWrite && <Pencil aria-hidden />}
        {verb}
      </Link>
    </Button>
  )
}
