import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { formatDate } from '../../../../shared/dates.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { twoLineRows } from '../../../../web/ui/two-line-rows.ts'
import type { PreviewStatement } from '../../contract.ts'
import { moneyText, otherParty } from '../bank-file-text.ts'

type Shown = PreviewStatement['rows'][number] & { money: string; party: string | null }
/** Null in place of those that are not shown. */
interface Row {
  key: string
  shown: Shown | null
}

interface PreviewRowsProps {
  statement: PreviewStatement
  currency: string
}

/** The first and the last transactions of a file. Those that are stored already are marked. */
export function PreviewRows({ statement, currency }: PreviewRowsProps) {
  const { rows: found, count, shownCurrency } = statement
  const hidden = count - found.length
  const rows = found.map((row, n): Row => {
    const money = moneyText(Math.abs(row.amountMinor), shownCurrency, currency)
    return { key: String(n), shown: { ...row, money, party: otherParty(row) } }
  })
  // As many first as last ones.
  if (hidden > 0) rows.splice(rows.length / 2, 0, { key: 'hidden', shown: null })
  return (
    <div className="border-t border-border">
      <DataTable
        caption={hidden > 0 ? 'The first and last transactions in the file' : 'Transactions in the file'}
        columns={columnsFor(rows, `… ${hidden.toLocaleString('en-US')} more …`)}
        rows={rows}
        rowKey={({ key }) => key}
        framed={false}
        // Its rows have no buttons that would need the space below.
        className={classNames(
          twoLineRows.table,
          'rounded-t-none! border-0! shadow-none! as-cards:[&_tbody_tr]:pb-2.5!',
        )}
      />
    </div>
  )
}

/** Columns in which no row has anything are left out. */
function columnsFor(rows: readonly Row[], hiddenText: string): Column<Row>[] {
  const hasOthers = rows.some(({ shown }) => shown !== null && shown.party !== null)
  return [
    {
      key: 'date',
      header: 'Date',
      className: classNames(
        hasOthers ? twoLineRows.firstDetail : twoLineRows.detail,
        'whitespace-nowrap',
        hidesEmpty,
      ),
      cell: ({ shown }) => shown && <time dateTime={shown.date}>{formatDate(shown.date)}</time>,
    },
    {
      key: 'description',
      header: 'Description',
      primary: true,
      className: `as-table:w-full ${twoLineRows.title}`,
      cell: ({ shown }) =>
        shown ? (
          <OneLine text={shown.description} />
        ) : (
          <span className="font-normal text-muted">{hiddenText}</span>
        ),
    },
    ...(hasOthers ? [counterpartyColumn] : []),
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      className: `${twoLineRows.figure} ${hidesEmpty}`,
      cell: ({ shown }) => shown && <Amount isIncome={shown.amountMinor >= 0} money={shown.money} />,
    },
    ...(rows.some(({ shown }) => shown?.isExisting) ? [stateColumn] : []),
  ]
}

/** In the row that stands for those between. */
const hidesEmpty = 'as-cards:empty:hidden'

const counterpartyColumn: Column<Row> = {
  key: 'counterparty',
  header: 'Paid by or to',
  className: `${twoLineRows.detail} ${hidesEmpty}`,
  cell: ({ shown }) => shown && <OneLine text={shown.party ?? ''} className="as-table:w-48" />,
}

const stateColumn: Column<Row> = {
  key: 'state',
  header: 'State',
  className: `${twoLineRows.control} ${hidesEmpty}`,
  cell: ({ shown }) =>
    shown &&
    (shown.isExisting ? (
      <Badge>Already here</Badge>
    ) : (
      <span className="text-muted as-cards:sr-only">New</span>
    )),
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
