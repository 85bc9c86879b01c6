import { type MoneyFormat, formatMoney } from '../../shared/money.ts'
import { formatThousandths } from '../../shared/thousandths.ts'
import type { ChargeInput } from '../invoices/document/charge-rules.ts'
import {
  type Totals,
  calculateTotals,
  maxFees,
  multiplyAndRound,
  percentageOf,
} from '../invoices/document/totals-rules.ts'
import type { InvoicedPart } from './contract.ts'
import { describeShare } from './share-text-rules.ts'

/** What an invoice covers of an estimate: of each line, of the discount and of each fee. */
export interface EstimateShare {
  lineMinor: number[]
  discountMinor: number
  feeMinor: number[]
  totalMinor: number
}

export interface SharedEstimate extends MoneyFormat {
  number: string
  description: string
  charge: ChargeInput
  totals: Totals
}

/** An invoice that was made from an estimate. `takenMinor` is what it asks for now, less what was credited. */
export interface EarlierInvoice {
  share: EstimateShare
  takenMinor: number
}

export type ShareResult =
  | { ok: true; charge: ChargeInput; description: string; share: EstimateShare }
  | { ok: false; field: string; message: string }

type LinesCharge = Extract<ChargeInput, { kind: 'lines' }>

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** What is not invoiced yet. An invoice that asks for more than it was made for leaves less. */
export function leftToInvoice(
  { totals }: Pick<SharedEstimate, 'totals'>,
  earlier: readonly EarlierInvoice[],
): number {
  return Math.max(0, totals.totalMinor - sum(earlier.map(({ takenMinor }) => takenMinor)))
}

/**
 * Returns the charge of the next invoice of an estimate. Its total is exactly the amount that is asked for, so all invoices
 * together are the estimate to the minor unit. Each line has its share, so that the taxes are those of the share.
 */
export function shareOf(
  estimate: SharedEstimate,
  earlier: readonly EarlierInvoice[],
  part: InvoicedPart,
): ShareResult {
  const { charge, description, totals } = estimate
  const leftMinor = leftToInvoice(estimate, earlier)
  const isFirst = earlier.length === 0
  if (leftMinor === 0 && !(isFirst && part.kind === 'rest')) {
    return refuse('part', 'Nothing of this estimate is left to invoice.')
  }
  const wantedMinor = wantedOf(totals.totalMinor, leftMinor, part)
  const field = part.kind === 'percentage' ? 'part.percentage' : 'part.amountMinor'
  if (wantedMinor > leftMinor) {
    const most = formatMoney(leftMinor, estimate)
    return refuse(field, `At most ${most} of this estimate is left to invoice.`)
  }
  if (wantedMinor === 0 && leftMinor > 0) return refuse(field, 'This is less than the smallest amount.')
  const whole = wholeOf(charge, totals)
  if (isFirst && wantedMinor === leftMinor) return { ok: true, charge, description, share: whole }
  const words = describeShare(
    estimate,
    wantedMinor === leftMinor ? 'Rest of' : deposit(part, estimate.locale),
  )
  if (charge.kind === 'amount') {
    const share = { lineMinor: [], discountMinor: 0, feeMinor: [], totalMinor: wantedMinor }
    return {
      ok: true,
      charge: { kind: 'amount', amountMinor: wantedMinor },
      description: words.description,
      share,
    }
  }
  const left = leftShare(whole, earlier, leftMinor)
  const wanted = wantedMinor === leftMinor ? left : capped(scaled(whole, wantedMinor), left)
  const lines = { ...charge, lines: words.lines }
  return { ok: true, ...fitTo(wantedMinor, lines, wanted, estimate), description }
}

function refuse(field: string, message: string): ShareResult {
  return { ok: false, field, message }
}

function wantedOf(totalMinor: number, leftMinor: number, part: InvoicedPart): number {
  if (part.kind === 'rest') return leftMinor
  return part.kind === 'amount' ? part.amountMinor : percentageOf(totalMinor, part.percentage)
}

function deposit(part: InvoicedPart, locale: string | undefined): string {
  return part.kind === 'percentage' ? `${formatThousandths(part.percentage, locale)}% of` : 'Deposit for'
}

function wholeOf(charge: ChargeInput, totals: Totals): EstimateShare {
  const { lineMinor, discountMinor, totalMinor } = totals
  const feeMinor = charge.kind === 'lines' ? charge.fees.map((fee) => fee.amountMinor) : []
  return { lineMinor, discountMinor, feeMinor, totalMinor }
}

/** What is left of every part. If an invoice was changed since, every part is left in proportion. */
function leftShare(
  whole: EstimateShare,
  earlier: readonly EarlierInvoice[],
  leftMinor: number,
): EstimateShare {
  if (earlier.some(({ share, takenMinor }) => share.totalMinor !== takenMinor))
    return scaled(whole, leftMinor)
  const shares = earlier.map(({ share }) => share)
  const minus = (minor: number, of: (share: EstimateShare) => number | undefined) =>
    Math.max(0, minor - sum(shares.map((share) => of(share) ?? 0)))
  return {
    lineMinor: whole.lineMinor.map((minor, line) => minus(minor, (share) => share.lineMinor[line])),
    discountMinor: minus(whole.discountMinor, (share) => share.discountMinor),
    feeMinor: whole.feeMinor.map((minor, fee) => minus(minor, (share) => share.feeMinor[fee])),
    totalMinor: leftMinor,
  }
}

function scaled(whole: EstimateShare, totalMinor: number): EstimateShare {
  const part = (minor: number) => multiplyAndRound(minor, totalMinor, whole.totalMinor)
  return {
    lineMinor: apportion(part(sum(whole.lineMinor)), whole.lineMinor),
    discountMinor: part(whole.discountMinor),
    feeMinor: apportion(part(sum(whole.feeMinor)), whole.feeMinor),
    totalMinor,
  }
}

/** Divides an amount in proportion. What whole units leave over goes to the largest remainders. */
function apportion(minor: number, weights: readonly number[]): number[] {
  const all = BigInt(sum(weights))
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(minor) * BigInt(weight))
  const shares = exact.map((value) => Number(value / all))
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % all }))
    .toSorted((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0))
  for (const { index } of byRemainder.slice(0, minor - sum(shares))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

function capped(share: EstimateShare, left: EstimateShare): EstimateShare {
  return {
    ...share,
    lineMinor: share.lineMinor.map((minor, line) => Math.min(minor, left.lineMinor[line] ?? 0)),
    discountMinor: Math.min(share.discountMinor, left.discountMinor),
    feeMinor: share.feeMinor.map((minor, fee) => Math.min(minor, left.feeMinor[fee] ?? 0)),
  }
}

/**
 * Makes the total exactly the amount that is wanted. Rounding leaves a few minor units, which the largest line takes. A
 * total that no amount of the line gives, because the tax jumps over it, gets a fee for rounding.
 */
function fitTo(
  wantedMinor: number,
  charge: LinesCharge,
  rounded: EstimateShare,
  { currency }: MoneyFormat,
): { charge: LinesCharge; share: EstimateShare } {
  const share = {
    ...rounded,
    lineMinor: [...rounded.lineMinor],
    feeMinor: [...rounded.feeMinor],
    totalMinor: wantedMinor,
  }
  share.discountMinor = Math.min(share.discountMinor, sum(share.lineMinor))
  const totalOf = (lineMinor: number[] = share.lineMinor) => {
    const result = calculateTotals(chargeOf(charge, { ...share, lineMinor }), currency)
    return result.ok ? result.totals.totalMinor : Number.POSITIVE_INFINITY
  }
  const largest = share.lineMinor.indexOf(Math.max(...share.lineMinor))
  const line = share.lineMinor[largest] ?? 0
  const withLine = (minor: number) => share.lineMinor.with(largest, minor)
  const lowest = Math.max(0, line - (sum(share.lineMinor) - share.discountMinor))
  // The largest amount of the line with which the total is not too much. Each unit adds at least one to the total.
  let [fits, exceeds] = [lowest, line + Math.max(0, wantedMinor - totalOf()) + 1]
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (totalOf(withLine(middle)) > wantedMinor) exceeds = middle
    else fits = middle
  }
  share.lineMinor[largest] = fits
  let over = totalOf() - wantedMinor
  for (let fee = share.feeMinor.length - 1; over > 0 && fee >= 0; fee--) {
    const taken = Math.min(over, share.feeMinor[fee] ?? 0)
    share.feeMinor[fee] = (share.feeMinor[fee] ?? 0) - taken
    over -= taken
  }
  return { charge: withRounding(chargeOf(charge, share), Math.max(0, wantedMinor - totalOf())), share }
}

function chargeOf(charge: LinesCharge, { lineMinor, discountMinor, feeMinor }: EstimateShare): LinesCharge {
  const lines = charge.lines.map((line, index) => ({
    ...line,
    quantity: 1000,
    rateMinor: lineMinor[index] ?? 0,
  }))
  const counted = lines.filter(({ rateMinor }) => rateMinor > 0)
  const { discount } = charge
  return {
    ...charge,
    lines: counted.length > 0 ? counted : lines.slice(0, 1),
    discount:
      discount && discountMinor > 0
        ? { kind: 'fixed', value: discountMinor, description: discount.description }
        : null,
    fees: charge.fees
      .map((fee, index) => ({ ...fee, amountMinor: feeMinor[index] ?? 0 }))
      .filter(({ amountMinor }) => amountMinor > 0),
  }
}

function withRounding(charge: LinesCharge, minor: number): LinesCharge {
  if (minor === 0) return charge
  const { fees } = charge
  if (fees.length < maxFees)
    return { ...charge, fees: [...fees, { description: 'Rounding', amountMinor: minor }] }
  return {
    ...charge,
    fees: fees.map((fee, index) => (index === 0 ? { ...fee, amountMinor: fee.amountMinor + minor } : fee)),
  }
}
