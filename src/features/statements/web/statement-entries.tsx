import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import type { StatementDocument, StatementRow } from '../contract.ts'
import { rowLabel } from '../rules.ts'

type Statement = StatementDocument & { rowCount: number }

/** A row with its position: several can be alike. */
interface Entry extends StatementRow {
  index: number
}

function columnsOf({ currency }: Statement): ReadonlyArray<Column<Entry>> {
  return [
    {
      key: 'what',
      header: 'Description',
      primary: true,
      className: 'as-cards:order-1 as-cards:grow as-cards:basis-0',
      cell: (row) => <span className="wrap-anywhere text-foreground">{rowLabel(row)}</span>,
    },
    {
      key: 'date',
      header: 'Date',
      className: 'text-muted as-cards:order-3 as-cards:grow as-cards:text-xs/6',
      cell: ({ on }) => <time dateTime={on}>{formatDate(on)}</time>,
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      className: 'as-cards:order-1',
      cell: ({ amountMinor }) => formatMoney(amountMinor, { currency }),
    },
    {
      key: 'balance',
      header: 'Balance',
      numeric: true,
      className: 'as-cards:order-3 as-cards:text-xs/6',
      cell: ({ balanceMinor }) => (
        <span className="as-table:font-semibold as-table:text-foreground">
          <span className="as-table:hidden">Balance </span>
          {formatMoney(balanceMinor, { currency })}
        </span>
      ),
    },
  ]
}

export function StatementEntries({ statement }: { statement: Statement }) {
  const { rows, rowCount } = statement
  if (rowCount === 0) {
    return (
      <EmptyState
        title="Nothing happened in this period"
        text="No invoice, payment or credit note has a date in it."
      />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {rows.length < rowCount && (
        <p className="text-sm text-muted">
          The newest {rows.length} of {rowCount.toLocaleString()} entries. The PDF has all of them.
        </p>
      )}
      <DataTable
        caption="Entries of the statement"
        columns={columnsOf(statement)}
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => String(index)}
        dense
      />
    </div>
  )
}
