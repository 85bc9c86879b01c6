import { formatThousandths, parseThousandths } from '../../../../shared/thousandths.ts'
import type { TypedAmount } from '../../../../web/forms/typed-amount.ts'
import type { InvoiceInput } from '../../document/input-rules.ts'

export interface ChargeValues {
  kind: 'amount' | 'lines'
  amountCents: TypedAmount
  lines: { description: string; quantity: string; rateCents: TypedAmount }[]
  discount: {
    kind: 'none' | 'percentage' | 'fixed'
    percentage: string
    amountCents: TypedAmount
    description: string
  }
  taxes: { name: string; rate: number }[]
  fees: { description: string; amountCents: TypedAmount }[]
}

/** What to take for a number that is not there. */
interface StandIns {
  blank: number
  wrong: number
}

function readAmount(typed: TypedAmount, { blank, wrong }: StandIns): number {
  if (typed === null) return blank
  return typeof typed === 'number' ? typed : wrong
}

function readNumber(typed: string, { blank, wrong }: StandIns): number {
  return typed.trim() === '' ? blank : (parseThousandths(typed) ?? wrong)
}

function readDiscount(discount: ChargeValues['discount'], missing: StandIns) {
  const { kind, description } = discount
  if (kind === 'none') return null
  const value =
    kind === 'fixed' ? readAmount(discount.amountCents, missing) : readNumber(discount.percentage, missing)
  return { kind, value, description }
}

/** Left as NaN, for the schema to refuse in its own words. */
const refused: StandIns = { blank: Number.NaN, wrong: Number.NaN }

export function readCharge(charge: ChargeValues, missing: StandIns = refused): InvoiceInput['charge'] {
  if (charge.kind === 'amount') {
    return { kind: 'amount', amountCents: readAmount(charge.amountCents, missing) }
  }
  return {
    kind: 'lines',
    lines: charge.lines.map((line) => ({
      description: line.description,
      quantity: readNumber(line.quantity, missing),
      rateCents: readAmount(line.rateCents, missing),
    })),
    discount: readDiscount(charge.discount, missing),
    taxes: charge.taxes,
    fees: charge.fees.map((fee) => ({ ...fee, amountCents: readAmount(fee.amountCents, missing) })),
  }
}

export const emptyCharge: ChargeValues = {
  kind: 'amount',
  amountCents: null,
  lines: [],
  discount: { kind: 'none', percentage: '', amountCents: null, description: '' },
  taxes: [],
  fees: [],
}

export function chargeValues(charge: InvoiceInput['charge']): ChargeValues {
  if (charge.kind === 'amount') return { ...emptyCharge, amountCents: charge.amountCents }
  const { lines, discount, taxes, fees } = charge
  return {
    ...emptyCharge,
    kind: 'lines',
    lines: lines.map((line) => ({ ...line, quantity: formatThousandths(line.quantity) })),
    discount: discount
      ? {
          kind: discount.kind,
          percentage: discount.kind === 'percentage' ? formatThousandths(discount.value) : '',
          amountCents: discount.kind === 'fixed' ? discount.value : null,
          description: discount.description,
        }
      : emptyCharge.discount,
    taxes,
    fees,
  }
}
