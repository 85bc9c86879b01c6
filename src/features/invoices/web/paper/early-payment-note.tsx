import { BadgePercent } from 'lucide-react'
import type { InvoiceDocument } from '../../contract.ts'
import { earlyPaymentOffer } from '../../document/movement-rules.ts'

export function EarlyPaymentNote({ invoice }: { invoice: InvoiceDocument }) {
  const offer = earlyPaymentOffer(invoice)
  if (offer === null) return null
  return (
    <p className="flex gap-2 rounded-md bg-positive-soft px-3 py-2.5 text-sm font-medium text-foreground">
      <BadgePercent aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
      {offer}
    </p>
  )
}
