import type { Transaction } from '../../platform/db/transaction.ts'
import type { BilledLine } from '../items/rules.ts'
import { rememberLines } from '../items/save-item.ts'
import type { Line, Tax } from './document/totals-rules.ts'

interface Billed {
  lines: readonly Line[] | null
  taxes: readonly Tax[]
}

/** Remembers what an invoice bills, so that it can be chosen for the next one. `before` is null for a new invoice. */
export function rememberItems(
  tx: Transaction,
  businessId: string,
  invoice: Billed & { currency: string },
  before: Billed | null = null,
): Promise<void> {
  const { currency } = invoice
  const lines = billedLines(invoice)
  return rememberLines(tx, businessId, { currency, lines, before: before ? billedLines(before) : [] })
}

/** Without the lines of time and expenses, which belong to one invoice only. */
function billedLines({ lines, taxes }: Billed): BilledLine[] {
  return (lines ?? [])
    .filter((line) => line.sources === undefined)
    .map(({ description, rateMinor, taxes: chosen }) => ({
      description,
      rateMinor,
      taxNames: chosen ? chosen.flatMap((index) => taxes[index]?.name ?? []) : null,
    }))
}
