import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { RowCheckbox } from '../../../../web/ui/fields/row-checkbox.tsx'
import type { Selection } from '../../../../web/use-selection.ts'
import { useHomeCurrency } from '../../../auth/web/session.ts'
import type { Receipt } from '../../contract.ts'
import { ReceiptStateBadge } from '../receipt-state-badge.tsx'
import { receiptName, totalText } from '../receipt-text.ts'
import type { ReceiptUrlState } from '../receipt-url-state.ts'
import { ReceiptThumbnail } from './receipt-thumbnail.tsx'

export interface ReceiptRowsProps {
  receipts: readonly Receipt[]
  /** Kept in the links, for the way back. */
  urlState: ReceiptUrlState
  /** Set while the user selects several receipts. */
  selection: Selection | undefined
}

export function ReceiptGrid({ receipts, urlState, selection }: ReceiptRowsProps) {
  const homeCurrency = useHomeCurrency()
  return (
    <ul
      aria-label="Receipts"
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-4"
    >
      {receipts.map((receipt) => (
        <li
          key={receipt.id}
          className="relative flex flex-col overflow-hidden rounded-lg border border-border bg-surface shadow-card transition-colors focus-within:border-ring hover:border-border-strong"
        >
          <div className="relative">
            <ReceiptThumbnail receipt={receipt} className="aspect-[4/5] w-full border-b border-border" />
            <span className="absolute right-2 bottom-2 rounded-full bg-surface">
              <ReceiptStateBadge receipt={receipt} />
            </span>
          </div>
          <div className="flex flex-1 flex-col p-3 text-sm">
            <Link
              to="/transactions/receipts/$id"
              params={{ id: receipt.id }}
              search={urlState}
              className="own-words truncate font-medium text-foreground after:absolute after:inset-0"
            >
              {receiptName(receipt)}
            </Link>
            <div className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="text-muted tabular-nums">
                {receipt.date === null ? (
                  '—'
                ) : (
                  <time dateTime={receipt.date}>{formatDate(receipt.date)}</time>
                )}
              </span>
              <span className="font-semibold tabular-nums">{totalText(receipt, homeCurrency) ?? '—'}</span>
            </div>
          </div>
          {selection && (
            <span className="absolute top-2 left-2 rounded-md bg-surface p-2.5 shadow-card">
              <RowCheckbox
                label={`Select ${receiptName(receipt)}`}
                checked={selection.ids.has(receipt.id)}
                onChange={() => selection.toggle(receipt.id)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
