import type { Currency } from '../../../../shared/currencies.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { withoutSources } from '../../document/source-rules.ts'
import {
  type Discount,
  type Totals,
  calculateTotals,
  maxQuantity,
  wholePercentage,
} from '../../document/totals-rules.ts'
import type { LateFee } from '../../late-fees/late-fee-rules.ts'
import { type ChargeValues, readCharge } from '../charge/charge-values.ts'

type DocumentCharge = InvoiceDocument['charge']

/**
 * What an unfinished form charges, with its totals: 0 for a number that is missing or not allowed, no discount that is not
 * allowed or above the subtotal, and a total of 0 beyond the limit.
 */
export function previewCharge(
  values: ChargeValues,
  currency: Currency,
  lateFees: readonly LateFee[],
): Pick<InvoiceDocument, 'charge' | 'totals'> {
  const charge = allowedOf(withoutSources(readCharge(values, { blank: 0, invalid: 0 })))
  const complete = calculateTotals(charge, currency, lateFees)
  if (complete.ok) return { charge, totals: complete.totals }
  const undiscounted = charge.kind === 'lines' ? { ...charge, discount: null } : charge
  const result = calculateTotals(undiscounted, currency, lateFees)
  return { charge: undiscounted, totals: result.ok ? result.totals : zerosFor(undiscounted) }
}

const orZero = (value: number, max = Number.POSITIVE_INFINITY) => (value >= 0 && value <= max ? value : 0)

function allowedOf(charge: DocumentCharge): DocumentCharge {
  if (charge.kind === 'amount') return { ...charge, amountMinor: orZero(charge.amountMinor) }
  const { lines, discount, fees } = charge
  return {
    ...charge,
    lines: lines.map((line) => ({
      ...line,
      quantity: orZero(line.quantity, maxQuantity),
      rateMinor: orZero(line.rateMinor),
    })),
    discount: discount && isAllowed(discount) ? discount : null,
    fees: fees.map((fee) => ({ ...fee, amountMinor: orZero(fee.amountMinor) })),
  }
}

const isAllowed = ({ kind, value }: Discount) => value >= 0 && (kind === 'fixed' || value <= wholePercentage)

function zerosFor(charge: DocumentCharge): Totals {
  const isLines = charge.kind === 'lines'
  return {
    lineMinor: isLines ? charge.lines.map(() => 0) : [],
    subtotalMinor: 0,
    discountMinor: 0,
    taxableMinor: 0,
    taxesMinor: isLines ? charge.taxes.map(() => 0) : [],
    taxMinor: 0,
    feesMinor: 0,
    totalMinor: 0,
  }
}
