// The only calculator of totals: the form, the server, the page, the PDF, the mails and the checkout all use it.
import { maxMinor } from '../../../shared/money.ts'

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
      lines: readonly Line[]
      discount: Discount | null
      taxes: readonly Tax[]
      fees: readonly Fee[]
    }

export interface Totals {
  lineMinor: number[]
  subtotalMinor: number
  discountMinor: number
  taxableMinor: number
  taxesMinor: number[]
  taxMinor: number
  feesMinor: number
  totalMinor: number
}

export type TotalsProblem = 'discount-above-subtotal' | 'too-large'
export type TotalsResult = { ok: true; totals: Totals } | { ok: false; reason: TotalsProblem }

/** Returns a × b ÷ divisor for non-negative integers, rounded half up. BigInt keeps it exact at any size. */
function multiplyAndRound(a: number, b: number, divisor: number): number {
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

/** Calculates the totals: lines, subtotal, discount, taxes on the rest, untaxed fees, total. Each is rounded once. */
export function calculateTotals(charge: Charge): TotalsResult {
  if (charge.kind === 'amount') {
    const { amountMinor } = charge
    if (amountMinor > maxMinor) return { ok: false, reason: 'too-large' }
    const noParts = { lineMinor: [], discountMinor: 0, taxesMinor: [], taxMinor: 0, feesMinor: 0 }
    const totals = { subtotalMinor: amountMinor, taxableMinor: amountMinor, totalMinor: amountMinor }
    return { ok: true, totals: { ...noParts, ...totals } }
  }
  const { lines, discount, taxes, fees } = charge
  const lineMinor = lines.map(lineAmount)
  const subtotalMinor = sum(lineMinor)
  const feesMinor = sum(fees.map((fee) => fee.amountMinor))
  // Checked before further additions, while every number is still exact.
  if (subtotalMinor > maxMinor || feesMinor > maxMinor) return { ok: false, reason: 'too-large' }
  const discountMinor = discountOn(subtotalMinor, discount)
  if (discountMinor > subtotalMinor) return { ok: false, reason: 'discount-above-subtotal' }
  const taxableMinor = subtotalMinor - discountMinor
  const taxesMinor = taxes.map((tax) => percentageOf(taxableMinor, tax.rate))
  const taxMinor = sum(taxesMinor)
  const totalMinor = taxableMinor + taxMinor + feesMinor
  if (totalMinor > maxMinor) return { ok: false, reason: 'too-large' }
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

function discountOn(subtotalMinor: number, discount: Discount | null): number {
  if (!discount) return 0
  return discount.kind === 'fixed' ? discount.value : percentageOf(subtotalMinor, discount.value)
}

/** The error message of each problem, and the field that shows it. */
export const totalsProblems: Record<TotalsProblem, { field: string; message: string }> = {
  'discount-above-subtotal': {
    field: 'charge.discount.value',
    message: 'The discount can’t be more than the subtotal.',
  },
  'too-large': { field: 'charge', message: 'An invoice can come to at most $999,999,999.99.' },
}
