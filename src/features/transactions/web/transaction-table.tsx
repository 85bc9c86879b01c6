import { ArrowDownLeft, ArrowUpRight, X } from 'lucide-react'
import { useRef } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { RowCheckbox } from '../../../web/ui/fields/row-checkbox.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { Selection } from '../../../web/use-selection.ts'
import type { Transaction } from '../contract.ts'
import type { RuleOffer, useCategorize } from './use-categorize.ts'

interface TransactionTableProps {
  transactions: readonly Transaction[]
  categories: readonly string[]
  categorizing: ReturnType<typeof useCategorize>
  selection: Selection
}

export function TransactionTable(props: TransactionTableProps) {
  const columns = [
    dateColumn(props.selection),
    ...plainColumns,
    categoryColumn(props.categories, props.categorizing),
    ...figureColumns,
  ]
  return (
    <DataTable caption="Transactions" columns={columns} rows={props.transactions} rowKey={({ id }) => id} />
  )
}

function dateColumn(selection: Selection): Column<Transaction> {
  return {
    key: 'date',
    header: 'Date',
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
  categories: readonly string[],
  { offer, isMakingRule, categorize, makeRule, dismissOffer }: ReturnType<typeof useCategorize>,
): Column<Transaction> {
  return {
    key: 'category',
    header: 'Category',
    cell: (transaction) => (
      <CategoryCell
        transaction={transaction}
        categories={categories}
        onChoose={(category) => void categorize(transaction, category)}
        offer={offer?.transactionId === transaction.id ? offer : null}
        isMakingRule={isMakingRule}
        onMakeRule={makeRule}
        onDismiss={dismissOffer}
      />
    ),
  }
}

const plainColumns: ReadonlyArray<Column<Transaction>> = [
  {
    key: 'description',
    header: 'Description',
    primary: true,
    className: 'as-cards:order-first',
    cell: ({ description }) => <Shortened text={description} className="as-table:max-w-[200px]" />,
  },
  {
    key: 'account',
    header: 'Account',
    cell: ({ accountLabel }) => (
      <Shortened text={accountLabel ?? 'Unknown Account'} className="text-muted as-table:max-w-[150px]" />
    ),
  },
]

const figureColumns: ReadonlyArray<Column<Transaction>> = [
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountCents, type }) => <Amount amountCents={amountCents} type={type} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'posted' ? 'outline' : 'neutral'}>
        {status === 'posted' ? 'Posted' : 'Pending'}
      </Badge>
    ),
  },
]

/** Truncated visually. Screen readers and the tooltip get the full text. */
function Shortened({ text, className }: { text: string; className: string }) {
  return (
    <span
      title={text}
      className={classNames('own-words block as-cards:wrap-anywhere as-table:truncate', className)}
    >
      {text}
    </span>
  )
}

function Amount({ amountCents, type }: Pick<Transaction, 'amountCents' | 'type'>) {
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
      {formatMoney(amountCents)}
    </span>
  )
}

interface CategoryCellProps {
  transaction: Transaction
  categories: readonly string[]
  onChoose: (category: string) => void
  /** The offer to make a rule, if it is for this transaction. */
  offer: RuleOffer | null
  isMakingRule: boolean
  onMakeRule: (offer: RuleOffer) => Promise<void>
  onDismiss: () => void
}

function CategoryCell(props: CategoryCellProps) {
  const { transaction, categories, onChoose, offer, isMakingRule, onMakeRule, onDismiss } = props
  const { category, description } = transaction
  const cell = useRef<HTMLDivElement>(null)
  // The buttons disappear after a click, so focus moves to the select.
  const focusSelect = () => cell.current?.querySelector('select')?.focus()
  return (
    <div ref={cell} className="flex min-w-0 flex-col gap-1 as-cards:items-end">
      <Select
        aria-label={`Category of ${description}`}
        value={category}
        onChange={(event) => onChoose(event.target.value)}
        className="w-40"
      >
        {!categories.includes(category) && <option value={category}>{category}</option>}
        {categories.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {offer && (
        <div className="flex max-w-60 items-start gap-1">
          <Button
            variant="link"
            size="sm"
            className="min-h-8 text-left whitespace-normal"
            busy={isMakingRule}
            busyLabel="Saving..."
            onClick={() => void onMakeRule(offer).then(focusSelect)}
          >
            Always for {offer.merchant}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="No rule"
            className="size-8 shrink-0"
            onClick={() => {
              onDismiss()
              focusSelect()
            }}
          >
            <X aria-hidden />
          </Button>
        </div>
      )}
    </div>
  )
}
