// The only calculator of totals: the form, the server, the page, the PDF, the mails and the checkout all use it.
import { type Currency, maxMinorOf } from '../../../shared/currencies.ts'
import { type MoneyFormat, formatMoney } from '../../../shared/money.ts'
import type { LineSource } from './source-rules.ts'
import { type TaxBases, taxAmounts } from './tax-amount-rules.ts'

/** Thousandths: 1.5 hours are 1500, 7.7 percent are 7700. */
export type Thousandths = number
export const maxQuantity: Thousandths = 9_999_999_999
export const wholePercentage: Thousandths = 100_000
export const maxLines = 200
export const maxTaxes = 10
export const maxFees = 20

export interface Line {
  description: string
  quantity: Thousandths
  rateMinor: number
  /** The indexes of the taxes that apply to this line. Missing for all of them. */
  taxes?: number[] | undefined
  /** What the line bills: time entries and expenses. */
  sources?: LineSource[] | undefined
}

export interface Discount {
  kind: 'percentage' | 'fixed'
  /** Thousandths of a percent, or minor units. */
  value: number
  description: string
}

export interface Tax {
  name: string
  rate: Thousandths
}

export interface Fee {
  description: string
  amountMinor: number
}

/** What an invoice asks for: a single amount, or lines with discount, taxes and fees. */
export type Charge =
  | { kind: 'amount'; amountMinor: number }
  | {
      kind: 'lines'
      /** Whether the rates of the lines include the taxes. Missing for no. */
      taxIncluded?: boolean | undefined
      lines: readonly Line[]
      discount: Discount | null
      taxes: readonly Tax[]
      fees: readonly Fee[]
    }

export interface Totals {
  lineMinor: number[]
  subtotalMinor: number
  discountMinor: number
  /** The subtotal without the discount. Where the prices include tax, it includes tax too. */
  taxableMinor: number
  taxesMinor: number[]
  taxMinor: number
  feesMinor: number
  totalMinor: number
  /** What the taxes of a credit note are on. Those of an invoice follow from its lines. */
  bases?: TaxBases | undefined
}

export type TotalsProblem = 'discount-above-subtotal' | 'too-large'
export type TotalsResult = { ok: true; totals: Totals } | { ok: false; reason: TotalsProblem }

/** Returns a × b ÷ divisor for non-negative integers, rounded half up. BigInt keeps it exact at any size. */
export function multiplyAndRound(a: number, b: number, divisor: number): number {
  return Number((BigInt(a) * BigInt(b) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function lineAmount({ quantity, rateMinor }: Pick<Line, 'quantity' | 'rateMinor'>): number {
  return multiplyAndRound(quantity, rateMinor, 1000)
}

export function percentageOf(minor: number, percentage: Thousandths): number {
  return multiplyAndRound(minor, percentage, wholePercentage)
}

/**
 * Calculates the totals: lines, subtotal, discount, taxes on the rest, untaxed fees, total. Each is rounded once, to the
 * minor unit of the currency. Only the limit depends on the currency. Late fees are fees, of a single amount as well.
 */
export function calculateTotals(
  charge: Charge,
  currency: Currency,
  lateFees: readonly Pick<Fee, 'amountMinor'>[] = [],
): TotalsResult {
  const max = maxMinorOf(currency)
  const lateMinor = sum(lateFees.map((fee) => fee.amountMinor))
  if (charge.kind === 'amount') {
    const { amountMinor } = charge
    const totalMinor = amountMinor + lateMinor
    if (totalMinor > max) return { ok: false, reason: 'too-large' }
    const noParts = { lineMinor: [], discountMinor: 0, taxesMinor: [], taxMinor: 0, feesMinor: lateMinor }
    const totals = { subtotalMinor: amountMinor, taxableMinor: amountMinor, totalMinor }
    return { ok: true, totals: { ...noParts, ...totals } }
  }
  const { lines, taxIncluded = false, discount, fees } = charge
  const lineMinor = lines.map(lineAmount)
  const subtotalMinor = sum(lineMinor)
  const feesMinor = sum(fees.map((fee) => fee.amountMinor)) + lateMinor
  // Checked before further additions, while every number is still exact.
  if (subtotalMinor > max || feesMinor > max) return { ok: false, reason: 'too-large' }
  const discountMinor = discountOn(subtotalMinor, discount)
  if (discountMinor > subtotalMinor) return { ok: false, reason: 'discount-above-subtotal' }
  const taxableMinor = subtotalMinor - discountMinor
  const taxesMinor = taxAmountsOf(charge, { lineMinor, discountMinor }).taxesMinor
  const taxMinor = sum(taxesMinor)
  const totalMinor = taxableMinor + (taxIncluded ? 0 : taxMinor) + feesMinor
  if (totalMinor > max) return { ok: false, reason: 'too-large' }
  return {
    ok: true,
    totals: {
      lineMinor,
      subtotalMinor,
      discountMinor,
      taxableMinor,
      taxesMinor,
      taxMinor,
      feesMinor,
      totalMinor,
    },
  }
}

/** Returns each tax and the amount that it is a percentage of: of all lines, or of the part of each that is given. */
export function taxAmountsOf(
  { lines, taxIncluded = false, taxes }: Extract<Charge, { kind: 'lines' }>,
  { lineMinor, discountMinor }: Pick<Totals, 'lineMinor' | 'discountMinor'>,
  partMinor: readonly number[] = lineMinor,
) {
  const taxed = {
    lines: lines.map((line, index) => ({ minor: lineMinor[index] ?? 0, taxes: line.taxes })),
    rates: taxes.map((tax) => tax.rate),
    discountMinor,
    taxIncluded,
  }
  return taxAmounts(taxed, partMinor)
}

/** Returns what the taxes are on. */
export function taxBasesOf(charge: Extract<Charge, { kind: 'lines' }>, totals: Totals): TaxBases {
  return totals.bases ?? taxAmountsOf(charge, totals).bases
}

function discountOn(subtotalMinor: number, discount: Discount | null): number {
  if (!discount) return 0
  return discount.kind === 'fixed' ? discount.value : percentageOf(subtotalMinor, discount.value)
}

/** The error message of a problem, and the field that shows it. */
export function totalsProblem(
  reason: TotalsProblem,
  format: MoneyFormat,
): { field: string; message: string } {
  if (reason === 'discount-above-subtotal') {
    return { field: 'charge.discount.value', message: 'The discount can’t be more than the subtotal.' }
  }
  const limit = formatMoney(maxMinorOf(format.currency), format)
  return { field: 'charge', message: `An invoice can come to at most ${limit}.` }
}
