import {
  type Charge,
  type Line,
  calculateTotals,
  lineAmount,
  maxQuantity,
  totalsProblems,
} from '../../document/totals-rules.ts'
import { type ChargeValues, readCharge } from './charge-values.ts'

/** The amounts shown beside the fields while the user types. An empty field counts as 0; an invalid one gives null. */
interface ChargeSummary {
  lineCents: (number | null)[]
  subtotalCents: number | null
  discountCents: number | null
  taxesCents: (number | null)[]
  feesCents: number | null
  totalCents: number | null
  /** Why there is no total although every number is valid. */
  problem: string | null
}

type LinesCharge = Extract<Charge, { kind: 'lines' }>
const emptyLinesCharge: LinesCharge = { kind: 'lines', lines: [], discount: null, taxes: [], fees: [] }

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0
const isLine = ({ quantity, rateCents }: Line) =>
  isWhole(quantity) && quantity <= maxQuantity && isWhole(rateCents)

/** Returns null for an invalid line, and for an amount too large to be exact. */
function lineCentsOf(line: Line): number | null {
  const cents = isLine(line) ? lineAmount(line) : null
  return cents !== null && Number.isSafeInteger(cents) ? cents : null
}

/** Calculates the totals of some parts of the charge; null if one of them is invalid. The calculator needs integers. */
function totalsOf(parts: Partial<LinesCharge>, areValid: boolean) {
  return areValid ? calculateTotals({ ...emptyLinesCharge, ...parts }) : null
}

function summarizeLines(charge: LinesCharge): ChargeSummary {
  const { lines, discount, taxes, fees } = charge
  const areLinesValid = lines.every(isLine)
  const isDiscountValid = discount === null || isWhole(discount.value)
  const areFeesValid = fees.every((fee) => isWhole(fee.amountCents))
  const subtotal = totalsOf({ lines }, areLinesValid)
  const taxed = totalsOf({ lines, discount, taxes }, areLinesValid && isDiscountValid)
  const feeTotals = totalsOf({ fees }, areFeesValid)
  const total = totalsOf(charge, areLinesValid && isDiscountValid && areFeesValid)
  const failed = [total, taxed, subtotal, feeTotals].find((result) => result?.ok === false)
  const fixed = discount?.kind === 'fixed' && isDiscountValid ? discount.value : null
  return {
    lineCents: lines.map(lineCentsOf),
    subtotalCents: subtotal?.ok ? subtotal.totals.subtotalCents : null,
    discountCents: taxed?.ok ? taxed.totals.discountCents : fixed,
    taxesCents: taxes.map((_, index) => (taxed?.ok ? (taxed.totals.taxesCents[index] ?? null) : null)),
    feesCents: feeTotals?.ok ? feeTotals.totals.feesCents : null,
    totalCents: total?.ok ? total.totals.totalCents : null,
    problem: failed?.ok === false ? totalsProblems[failed.reason].message : null,
  }
}

export function summarizeCharge(values: ChargeValues): ChargeSummary {
  const charge = readCharge(values, { blank: 0, invalid: Number.NaN })
  if (charge.kind === 'lines') return summarizeLines(charge)
  const cents = isWhole(charge.amountCents) ? charge.amountCents : null
  const parts = { lineCents: [], discountCents: 0, taxesCents: [], feesCents: 0, problem: null }
  return { ...parts, subtotalCents: cents, totalCents: cents }
}
