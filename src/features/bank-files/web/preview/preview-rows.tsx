import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { twoLineRows } from '../../../../web/ui/two-line-rows.ts'
import { transactionCount } from '../../../transactions/web/transaction-text.ts'
import type { PreviewStatement } from '../../contract.ts'
import { moneyText } from '../bank-file-text.ts'

type Row = PreviewStatement['rows'][number] & { key: string; money: string }

interface PreviewRowsProps {
  statement: PreviewStatement
  currency: string
}

/** The first and the last transactions of a file. Those that are stored already are marked. */
export function PreviewRows({ statement, currency }: PreviewRowsProps) {
  const { rows, count, shownCurrency } = statement
  const hidden = count - rows.length
  const shown = rows.map((row, n) => ({
    ...row,
    key: String(n),
    money: moneyText(Math.abs(row.amountMinor), shownCurrency, currency),
  }))
  return (
    <div className="border-t border-border">
      <DataTable
        caption={hidden > 0 ? 'The first and last transactions in the file' : 'Transactions in the file'}
        columns={columnsFor(shown)}
        rows={shown}
        rowKey={({ key }) => key}
        framed={false}
        className={classNames(twoLineRows.table, 'rounded-t-none! border-0! shadow-none!')}
      />
      {hidden > 0 && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted sm:px-6">
          These are the first and the last. There {hidden === 1 ? 'is' : 'are'} {transactionCount(hidden)}{' '}
          between them.
        </p>
      )}
    </div>
  )
}

/** Columns in which no row has anything are left out. */
function columnsFor(rows: readonly Row[]): Column<Row>[] {
  const hasOthers = rows.some(({ counterparty }) => counterparty !== null)
  return [
    {
      key: 'date',
      header: 'Date',
      className: `${hasOthers ? twoLineRows.firstDetail : twoLineRows.detail} whitespace-nowrap`,
      cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
    },
    {
      key: 'description',
      header: 'Description',
      primary: true,
      className: `as-table:w-full ${twoLineRows.title}`,
      cell: ({ description }) => <OneLine text={description} />,
    },
    ...(hasOthers ? [counterpartyColumn] : []),
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      className: twoLineRows.figure,
      cell: ({ amountMinor, money }) => <Amount isIncome={amountMinor >= 0} money={money} />,
    },
    ...(rows.some(({ isExisting }) => isExisting) ? [stateColumn] : []),
  ]
}

const counterpartyColumn: Column<Row> = {
  key: 'counterparty',
  header: 'Paid by or to',
  className: twoLineRows.detail,
  cell: ({ counterparty }) => <OneLine text={counterparty ?? ''} className="as-table:w-48" />,
}

const stateColumn: Column<Row> = {
  key: 'state',
  header: 'State',
  className: twoLineRows.control,
  cell: ({ isExisting }) =>
    isExisting ? <Badge>Already here</Badge> : <span className="text-muted as-cards:sr-only">New</span>,
}

function OneLine({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={classNames('own-words line-clamp-1 min-w-0 wrap-anywhere', className)}>
      {text}
    </span>
  )
}

function Amount({ isIncome, money }: { isIncome: boolean; money: string }) {
  const Icon = isIncome ? ArrowDownLeft : ArrowUpRight
  return (
    <span
      className={classNames(
        'flex items-center justify-end gap-1 font-medium whitespace-nowrap',
        isIncome ? 'text-positive' : 'text-negative',
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{isIncome ? 'In' : 'Out'}</span>
      {isIncome ? '+' : '-'}
      {money}
    </span>
  )
}
