import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { PayoutLine, PayoutView } from '../contract.ts'
import { kindName } from './payout-text.ts'

interface Row extends PayoutLine {
  key: string
  currency: string
}

const columns: ReadonlyArray<Column<Row>> = [
  {
    key: 'what',
    header: 'What',
    primary: true,
    className: 'as-table:w-1/2',
    cell: (line) => (
      <span className="own-words wrap-anywhere">
        {kindName(line)}
        {line.invoices.map(({ id, number }, index) => (
          <Fragment key={id}>
            {index === 0 ? ': ' : ', '}
            <Link to="/invoices/$id" params={{ id }} className={textLink}>
              Invoice {number}
            </Link>
          </Fragment>
        ))}
        {noteOf(line) !== '' && <span className="text-muted">, {noteOf(line)}</span>}
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time>,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    cell: ({ amountMinor, currency }) => formatMoney(amountMinor, { currency }),
  },
  {
    key: 'fee',
    header: 'Fee',
    numeric: true,
    cell: ({ feeMinor, currency }) => (feeMinor === 0 ? '—' : formatMoney(-feeMinor, { currency })),
  },
]

/** The client, or what the provider says. */
function noteOf({ invoices: [invoice], description }: PayoutLine): string {
  return invoice ? invoice.clientName : description
}

/** Every payment, refund and other change of the balance that was paid out. */
export function PayoutLines({ payout: { lines, moreLines, currency } }: { payout: PayoutView }) {
  const rows = lines.map((line, index) => ({ ...line, key: String(index), currency }))
  return (
    <section aria-label="What it contains" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">What it contains</h2>
      <DataTable caption="What it contains" columns={columns} rows={rows} rowKey={({ key }) => key} />
      {moreLines > 0 && <p className="text-sm text-muted">And {moreLines.toLocaleString('en-US')} more.</p>}
    </section>
  )
}
