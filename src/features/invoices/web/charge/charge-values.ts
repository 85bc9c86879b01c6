import { parseThousandths, thousandthsText } from '../../../../shared/thousandths.ts'
import type { TypedAmount } from '../../../../web/forms/typed-amount.ts'
import type { InvoiceInput } from '../../document/input-rules.ts'
import type { LineSource } from '../../document/source-rules.ts'

export interface ChargeValues {
  kind: 'amount' | 'lines'
  amountMinor: TypedAmount
  lines: {
    description: string
    quantity: string
    rateMinor: TypedAmount
    /** The indexes of the taxes that apply to the line; undefined for all of them. */
    taxes?: number[] | undefined
    /** What the line bills: time entries and expenses. */
    sources?: LineSource[] | undefined
  }[]
  discount: {
    kind: 'none' | 'percentage' | 'fixed'
    percentage: string
    amountMinor: TypedAmount
    description: string
  }
  taxes: { name: string; rate: number }[]
  /** Whether the rates of the lines include the taxes. */
  taxIncluded: boolean
  fees: { description: string; amountMinor: TypedAmount }[]
}

interface Fallbacks {
  blank: number
  invalid: number
}

function readAmount(typed: TypedAmount, { blank, invalid }: Fallbacks): number {
  if (typed === null) return blank
  return typeof typed === 'number' ? typed : invalid
}

function readNumber(typed: string, { blank, invalid }: Fallbacks): number {
  if (typed.trim() === '') return blank
  const read = parseThousandths(typed)
  return typeof read === 'number' ? read : invalid
}

function readDiscount(discount: ChargeValues['discount'], fallbacks: Fallbacks) {
  const { kind, description } = discount
  if (kind === 'none') return null
  const value =
    kind === 'fixed'
      ? readAmount(discount.amountMinor, fallbacks)
      : readNumber(discount.percentage, fallbacks)
  return { kind, value, description }
}

/** NaN, so that the schema rejects the value with its own message. */
const rejected: Fallbacks = { blank: Number.NaN, invalid: Number.NaN }

export function readCharge(charge: ChargeValues, fallbacks: Fallbacks = rejected): InvoiceInput['charge'] {
  if (charge.kind === 'amount') {
    return { kind: 'amount', amountMinor: readAmount(charge.amountMinor, fallbacks) }
  }
  return {
    kind: 'lines',
    taxIncluded: charge.taxIncluded,
    lines: charge.lines.map((line) => ({
      description: line.description,
      quantity: readNumber(line.quantity, fallbacks),
      rateMinor: readAmount(line.rateMinor, fallbacks),
      ...(line.taxes && { taxes: line.taxes }),
      ...(line.sources && { sources: line.sources }),
    })),
    discount: readDiscount(charge.discount, fallbacks),
    taxes: charge.taxes,
    fees: charge.fees.map((fee) => ({ ...fee, amountMinor: readAmount(fee.amountMinor, fallbacks) })),
  }
}

export const emptyCharge: ChargeValues = {
  kind: 'amount',
  amountMinor: null,
  lines: [],
  discount: { kind: 'none', percentage: '', amountMinor: null, description: '' },
  taxes: [],
  taxIncluded: false,
  fees: [],
}

export function chargeValues(charge: InvoiceInput['charge']): ChargeValues {
  if (charge.kind === 'amount') return { ...emptyCharge, amountMinor: charge.amountMinor }
  const { lines, discount, taxes, taxIncluded, fees } = charge
  return {
    ...emptyCharge,
    kind: 'lines',
    lines: lines.map((line) => ({ ...line, quantity: thousandthsText(line.quantity) })),
    discount: discount
      ? {
          kind: discount.kind,
          percentage: discount.kind === 'percentage' ? thousandthsText(discount.value) : '',
          amountMinor: discount.kind === 'fixed' ? discount.value : null,
          description: discount.description,
        }
      : emptyCharge.discount,
    taxes,
    taxIncluded,
    fees,
  }
}
