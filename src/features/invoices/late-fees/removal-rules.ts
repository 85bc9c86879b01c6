import { type PartMoney, type StoredPart, splitParts } from '../parts/part-rules.ts'
import type { StoredStatus } from '../rules.ts'

interface Problem {
  code: 'INVOICE_PAID' | 'INVOICE_CANCELLED' | 'INVOICE_CREDITED' | 'INVOICE_HAS_PAYMENTS'
  message: string
}

const paid = 'This late fee has been paid, so it can’t be removed. You can return it with a refund.'

/** Why a late fee cannot be removed; null if it can. Payments cover the rest of the amount first, and the fees last. */
export function removalProblem(
  invoice: PartMoney & { status: StoredStatus; openMinor: number; parts: readonly StoredPart[] | null },
  fee: { dueDate: string; amountMinor: number },
): Problem | null {
  if (invoice.status === 'paid') return { code: 'INVOICE_PAID', message: paid }
  if (invoice.status === 'cancelled') {
    return {
      code: 'INVOICE_CANCELLED',
      message: 'This invoice was canceled, so its late fees stay as they are.',
    }
  }
  if (invoice.creditNotesMinor > 0) {
    const message = 'This invoice has a credit note, so its late fees stay. Credit the late fee instead.'
    return { code: 'INVOICE_CREDITED', message }
  }
  const isPaid = openOn(invoice, fee.dueDate) < fee.amountMinor
  return isPaid ? { code: 'INVOICE_HAS_PAYMENTS', message: paid } : null
}

/** What is open of the part with this date. Without parts, and for a part that is gone, what is open of the rest. */
function openOn(
  { parts, openMinor, ...money }: Parameters<typeof removalProblem>[0],
  dueDate: string,
): number {
  if (!parts) return openMinor
  const found = parts.findIndex((part) => part.dueDate === dueDate)
  return splitParts(parts, money).at(found)?.openMinor ?? 0
}
