import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { RowCheckbox } from '../../../web/ui/fields/row-checkbox.tsx'
import { twoLineRows } from '../../../web/ui/two-line-rows.ts'
import type { Selection } from '../../../web/use-selection.ts'
import type { CategoryColours, CategoryOption } from '../../categories/web/category-options.ts'
import { useCategoryColours } from '../../categories/web/use-categories.ts'
import type { Transaction } from '../contract.ts'
import { CategoryCell } from './category-cell.tsx'
import { MatchButton } from './match-button.tsx'
import type { useCategorize } from './use-categorize.ts'

export interface TransactionTableProps {
  transactions: readonly Transaction[]
  categories: readonly CategoryOption[]
  categorizing: ReturnType<typeof useCategorize>
  selection: Selection
  onMatch: (transaction: Transaction) => void
  beside?: ((transaction: Transaction, page: readonly Transaction[]) => ReactNode) | undefined
}

export function TransactionTable(props: TransactionTableProps) {
  const columns = [
    dateColumn(props.selection),
    descriptionColumn(props),
    accountColumn,
    categoryColumn(props.categories, useCategoryColours('transaction'), props.categorizing),
    ...figureColumns,
  ]
  return (
    <DataTable
      caption="Transactions"
      columns={columns}
      rows={props.transactions}
      rowKey={({ id }) => id}
      framed={false}
      className={classNames(
        twoLineRows.table,
        columnWidths,
        props.selection.isOn
          ? 'as-table:[&_th:nth-child(1)]:w-[10.5rem]'
          : 'as-table:[&_th:nth-child(1)]:w-[8.5rem]',
      )}
    />
  )
}

/** Fixed, so that nothing moves when a row changes. Description and account share the rest. */
const columnWidths = [
  'as-table:[&_table]:table-fixed',
  'as-table:[&_th:nth-child(4)]:w-48 as-tight-table:[&_th:nth-child(4)]:w-40',
  'as-table:[&_th:nth-child(5)]:w-38 as-tight-table:[&_th:nth-child(5)]:w-32',
  'as-table:[&_th:nth-child(6)]:w-28 as-tight-table:[&_th:nth-child(6)]:w-26',
].join(' ')

function dateColumn(selection: Selection): Column<Transaction> {
  return {
    key: 'date',
    header: 'Date',
    className: twoLineRows.firstDetail,
    cell: ({ id, date, description }) => (
      <div className="flex items-center gap-3 whitespace-nowrap">
        {selection.isOn && (
          <RowCheckbox
            label={`Select ${description}, ${formatDate(date)}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
          />
        )}
        <time dateTime={date}>{formatDate(date)}</time>
      </div>
    ),
  }
}

function categoryColumn(
  categories: readonly CategoryOption[],
  colours: CategoryColours,
  { offer, isMakingRule, categorize, makeRule, dismissOffer }: ReturnType<typeof useCategorize>,
): Column<Transaction> {
  return {
    key: 'category',
    header: 'Category',
    className: 'as-cards:contents as-cards:before:content-none!',
    cell: (transaction) => (
      <CategoryCell
        transaction={transaction}
        categories={categories}
        colour={colours[transaction.category]}
        onChoose={(category) => void categorize(transaction, category)}
        offer={offer?.transactionId === transaction.id ? offer : null}
        isMakingRule={isMakingRule}
        onMakeRule={makeRule}
        onDismiss={dismissOffer}
      />
    ),
  }
}

function descriptionColumn({ transactions, onMatch, beside }: TransactionTableProps): Column<Transaction> {
  return {
    key: 'description',
    header: 'Description',
    primary: true,
    className: twoLineRows.title,
    cell: (transaction) => (
      <span className="flex min-w-0 items-center gap-1">
        <Shortened text={transaction.description} className="as-table:max-w-[200px]" />
        <MatchButton transaction={transaction} onPress={() => onMatch(transaction)} />
        {beside?.(transaction, transactions)}
      </span>
    ),
  }
}

const accountColumn: Column<Transaction> = {
  key: 'account',
  header: 'Account',
  className: twoLineRows.detail,
  cell: ({ accountLabel }) => (
    <Shortened text={accountLabel ?? 'Unknown Account'} className="text-muted as-table:max-w-[150px]" />
  ),
}

const figureColumns: ReadonlyArray<Column<Transaction>> = [
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    className: twoLineRows.figure,
    cell: (transaction) => <Amount {...transaction} />,
  },
  {
    key: 'status',
    header: 'Status',
    className: twoLineRows.badge,
    // A card shows the exception only. Screen readers get both.
    cell: ({ status }) =>
      status === 'posted' ? (
        <Badge tone="outline" className="as-cards:sr-only">
          Posted
        </Badge>
      ) : (
        <Badge>Pending</Badge>
      ),
  },
]

/** Truncated visually. Screen readers and the tooltip get the full text. */
function Shortened({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={classNames('own-words block min-w-0 truncate', className)}>
      {text}
    </span>
  )
}

function Amount({ amountMinor, currency, type }: Transaction) {
  const isIncome = type === 'income'
  const Icon = isIncome ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className={classNames(
        'flex items-center justify-end gap-1 font-medium whitespace-nowrap',
        isIncome ? 'text-positive' : 'text-negative',
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{isIncome ? 'Income' : 'Expense'}</span>
      {isIncome ? '+' : '-'}
      {formatMoney(amountMinor, { currency })}
    </span>
  )
}
