import { Link } from '@tanstack/react-router'
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
        {line.invoice ? (
          <>
            {': '}
            <Link to="/invoices/$id" params={{ id: line.invoice.id }} className={textLink}>
              Invoice {line.invoice.number}
            </Link>
            {line.invoice.clientName !== '' && (
              <span className="text-muted">, {line.invoice.clientName}</span>
            )}
          </>
        ) : (
          line.description !== '' && <span className="text-muted">, {line.description}</span>
        )}
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
