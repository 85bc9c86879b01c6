import { formatMoney } from '../../../../shared/money.ts'
import type { Receipt } from '../../contract.ts'

interface ReceiptItemsProps {
  items: Receipt['items']
  currency: string
}

export function ReceiptItems({ items, currency }: ReceiptItemsProps) {
  if (items.length === 0) return null
  return (
    <details className="px-4 pb-4 text-sm sm:px-6">
      <summary className="cursor-pointer rounded-sm font-medium touch:py-2.5">
        {items.length === 1 ? '1 line item' : `${items.length} line items`}
      </summary>
      <ul className="mt-2 divide-y divide-border">
        {items.map(({ description, amountMinor }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a receipt may be equal and never move
          <li key={index} className="flex justify-between gap-4 py-1.5">
            <span className="own-words min-w-0 wrap-anywhere">{description}</span>
            <span className="tabular-nums">{formatMoney(amountMinor, { currency })}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
