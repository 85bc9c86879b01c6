import type { Currency } from '../../../../shared/currencies.ts'
import {
  type Charge,
  type Line,
  calculateTotals,
  lineAmount,
  maxQuantity,
  totalsProblem,
} from '../../document/totals-rules.ts'
import { type ChargeValues, readCharge } from './charge-values.ts'

/** The amounts shown beside the fields while the user types. An empty field counts as 0; an invalid one gives null. */
interface ChargeSummary {
  lineMinor: (number | null)[]
  subtotalMinor: number | null
  discountMinor: number | null
  taxesMinor: (number | null)[]
  feesMinor: number | null
  totalMinor: number | null
  /** Why there is no total although every number is valid. */
  problem: string | null
}

type LinesCharge = Extract<Charge, { kind: 'lines' }>
const emptyLinesCharge: LinesCharge = { kind: 'lines', lines: [], discount: null, taxes: [], fees: [] }

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0
const isLine = ({ quantity, rateMinor }: Line) =>
  isWhole(quantity) && quantity <= maxQuantity && isWhole(rateMinor)

/** Returns null for an invalid line, and for an amount too large to be exact. */
function lineMinorOf(line: Line): number | null {
  const minor = isLine(line) ? lineAmount(line) : null
  return minor !== null && Number.isSafeInteger(minor) ? minor : null
}

/** Calculates the totals of some parts of the charge; null if one of them is invalid. The calculator needs integers. */
function totalsOf(parts: Partial<LinesCharge>, currency: Currency, areValid: boolean) {
  return areValid ? calculateTotals({ ...emptyLinesCharge, ...parts }, currency) : null
}

function summarizeLines(charge: LinesCharge, currency: Currency): ChargeSummary {
  const { lines, taxIncluded, discount, taxes, fees } = charge
  const areLinesValid = lines.every(isLine)
  const isDiscountValid = discount === null || isWhole(discount.value)
  const areFeesValid = fees.every((fee) => isWhole(fee.amountMinor))
  const subtotal = totalsOf({ lines }, currency, areLinesValid)
  const taxed = totalsOf({ lines, taxIncluded, discount, taxes }, currency, areLinesValid && isDiscountValid)
  const feeTotals = totalsOf({ fees }, currency, areFeesValid)
  const total = totalsOf(charge, currency, areLinesValid && isDiscountValid && areFeesValid)
  const failed = [total, taxed, subtotal, feeTotals].find((result) => result?.ok === false)
  const fixed = discount?.kind === 'fixed' && isDiscountValid ? discount.value : null
  return {
    lineMinor: lines.map(lineMinorOf),
    subtotalMinor: subtotal?.ok ? subtotal.totals.subtotalMinor : null,
    discountMinor: taxed?.ok ? taxed.totals.discountMinor : fixed,
    taxesMinor: taxes.map((_, index) => (taxed?.ok ? (taxed.totals.taxesMinor[index] ?? null) : null)),
    feesMinor: feeTotals?.ok ? feeTotals.totals.feesMinor : null,
    totalMinor: total?.ok ? total.totals.totalMinor : null,
    problem: failed?.ok === false ? totalsProblem(failed.reason, { currency }).message : null,
  }
}

export function summarizeCharge(values: ChargeValues, currency: Currency): ChargeSummary {
  const charge = readCharge(values, { blank: 0, invalid: Number.NaN })
  if (charge.kind === 'lines') return summarizeLines(charge, currency)
  const minor = isWhole(charge.amountMinor) ? charge.amountMinor : null
  const parts = { lineMinor: [], discountMinor: 0, taxesMinor: [], feesMinor: 0, problem: null }
  return { ...parts, subtotalMinor: minor, totalMinor: minor }
}
