import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { RowCheckbox } from '../../../../web/ui/fields/row-checkbox.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { twoLineRows } from '../../../../web/ui/two-line-rows.ts'
import { useHomeCurrency } from '../../../auth/web/session.ts'
import type { Receipt } from '../../contract.ts'
import { ReceiptStateBadge } from '../receipt-state-badge.tsx'
import { filedUnderText, receiptName, totalText } from '../receipt-text.ts'
import type { ReceiptRowsProps } from './receipt-grid.tsx'
import { ReceiptThumbnail } from './receipt-thumbnail.tsx'

export function ReceiptTable({ receipts, urlState, selection }: ReceiptRowsProps) {
  const columns = [merchantColumn(urlState, selection), ...otherColumns]
  return (
    <DataTable
      caption="Receipts"
      columns={columns}
      rows={receipts}
      rowKey={({ id }) => id}
      framed={false}
      className={`${twoLineRows.table} as-cards:[&_tbody_tr]:pb-2.5`}
    />
  )
}

function merchantColumn(
  urlState: ReceiptRowsProps['urlState'],
  selection: ReceiptRowsProps['selection'],
): Column<Receipt> {
  return {
    key: 'merchant',
    header: 'Merchant',
    primary: true,
    className: `${twoLineRows.title} as-table:w-2/5`,
    cell: (receipt) => (
      <div className="flex min-w-0 items-center gap-3">
        {selection && (
          <RowCheckbox
            label={`Select ${receiptName(receipt)}`}
            checked={selection.ids.has(receipt.id)}
            onChange={() => selection.toggle(receipt.id)}
          />
        )}
        <ReceiptThumbnail receipt={receipt} className="h-10 w-8 shrink-0 rounded-sm border border-border" />
        <Link
          to="/transactions/receipts/$id"
          params={{ id: receipt.id }}
          search={urlState}
          className={`own-words min-w-0 truncate touch:py-2.5 ${textLink}`}
        >
          {receiptName(receipt)}
        </Link>
      </div>
    ),
  }
}

const otherColumns: ReadonlyArray<Column<Receipt>> = [
  {
    key: 'date',
    header: 'Date',
    className: `${twoLineRows.firstDetail} whitespace-nowrap`,
    cell: ({ date }) => (date === null ? '—' : <time dateTime={date}>{formatDate(date)}</time>),
  },
  {
    key: 'filed',
    header: 'Filed under',
    className: twoLineRows.detail,
    cell: ({ expense, transaction }) => {
      const target = expense ?? transaction
      return (
        <span className="own-words block min-w-0 truncate text-muted as-table:max-w-64">
          {target ? filedUnderText(target) : '—'}
        </span>
      )
    },
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    className: twoLineRows.figure,
    cell: (receipt) => <Total receipt={receipt} />,
  },
  {
    key: 'state',
    header: 'State',
    className: twoLineRows.control,
    cell: (receipt) => <ReceiptStateBadge receipt={receipt} />,
  },
]

function Total({ receipt }: { receipt: Receipt }) {
  return <span className="font-semibold">{totalText(receipt, useHomeCurrency()) ?? '—'}</span>
}
