import {
  type Charge,
  type Line,
  calculateTotals,
  lineAmount,
  maxQuantity,
  totalsProblems,
} from '../../document/totals-rules.ts'
import { type ChargeValues, readCharge } from './charge-values.ts'

/** What stands beside each row while somebody types: a blank counts for nothing; null where something is no number. */
interface ChargeSummary {
  lineCents: (number | null)[]
  subtotalCents: number | null
  discountCents: number | null
  taxesCents: (number | null)[]
  feesCents: number | null
  totalCents: number | null
  /** Why there is no total although every number is one. */
  problem: string | null
}

type LinesCharge = Extract<Charge, { kind: 'lines' }>
const nothing: LinesCharge = { kind: 'lines', lines: [], discount: null, taxes: [], fees: [] }

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0
const isLine = ({ quantity, rateCents }: Line) =>
  isWhole(quantity) && quantity <= maxQuantity && isWhole(rateCents)

/** Beyond what is exact there is only the problem to tell. */
function lineCentsOf(line: Line): number | null {
  const cents = isLine(line) ? lineAmount(line) : null
  return cents !== null && Number.isSafeInteger(cents) ? cents : null
}

/** Totals of the parts whose numbers are all there; the calculator itself takes whole numbers only. */
function totalsOf(parts: Partial<LinesCharge>, areNumbers: boolean) {
  return areNumbers ? calculateTotals({ ...nothing, ...parts }) : null
}

function summarizeLines(charge: LinesCharge): ChargeSummary {
  const { lines, discount, taxes, fees } = charge
  const linesAre = lines.every(isLine)
  const discountIs = discount === null || isWhole(discount.value)
  const feesAre = fees.every((fee) => isWhole(fee.amountCents))
  const subtotal = totalsOf({ lines }, linesAre)
  const taxed = totalsOf({ lines, discount, taxes }, linesAre && discountIs)
  const charged = totalsOf({ fees }, feesAre)
  const whole = totalsOf(charge, linesAre && discountIs && feesAre)
  const failed = [whole, taxed, subtotal, charged].find((result) => result?.ok === false)
  const fixed = discount?.kind === 'fixed' && discountIs ? discount.value : null
  return {
    lineCents: lines.map(lineCentsOf),
    subtotalCents: subtotal?.ok ? subtotal.totals.subtotalCents : null,
    discountCents: taxed?.ok ? taxed.totals.discountCents : fixed,
    taxesCents: taxes.map((_, index) => (taxed?.ok ? (taxed.totals.taxesCents[index] ?? null) : null)),
    feesCents: charged?.ok ? charged.totals.feesCents : null,
    totalCents: whole?.ok ? whole.totals.totalCents : null,
    problem: failed?.ok === false ? totalsProblems[failed.reason].message : null,
  }
}

export function summarizeCharge(values: ChargeValues): ChargeSummary {
  const charge = readCharge(values, { blank: 0, wrong: Number.NaN })
  if (charge.kind === 'lines') return summarizeLines(charge)
  const cents = isWhole(charge.amountCents) ? charge.amountCents : null
  const parts = { lineCents: [], discountCents: 0, taxesCents: [], feesCents: 0, problem: null }
  return { ...parts, subtotalCents: cents, totalCents: cents }
}
