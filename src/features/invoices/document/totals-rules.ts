// The only calculator of totals: the form, the server, the page, the PDF, the mails and the checkout all use it.
import { maxCents } from '../../../shared/money.ts'

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
  rateCents: number
}

export interface Discount {
  kind: 'percentage' | 'fixed'
  /** Thousandths of a percent, or cents. */
  value: number
  description: string
}

export interface Tax {
  name: string
  rate: Thousandths
}

export interface Fee {
  description: string
  amountCents: number
}

/** What an invoice asks for: a single amount, or lines with discount, taxes and fees. */
export type Charge =
  | { kind: 'amount'; amountCents: number }
  | {
      kind: 'lines'
      lines: readonly Line[]
      discount: Discount | null
      taxes: readonly Tax[]
      fees: readonly Fee[]
    }

export interface Totals {
  lineCents: number[]
  subtotalCents: number
  discountCents: number
  taxableCents: number
  taxesCents: number[]
  taxCents: number
  feesCents: number
  totalCents: number
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

export function lineAmount({ quantity, rateCents }: Pick<Line, 'quantity' | 'rateCents'>): number {
  return multiplyAndRound(quantity, rateCents, 1000)
}

export function percentageOf(cents: number, percentage: Thousandths): number {
  return multiplyAndRound(cents, percentage, wholePercentage)
}

/** Calculates the totals: lines, subtotal, discount, taxes on the rest, untaxed fees, total. Each is rounded once. */
export function calculateTotals(charge: Charge): TotalsResult {
  if (charge.kind === 'amount') {
    const { amountCents } = charge
    if (amountCents > maxCents) return { ok: false, reason: 'too-large' }
    const noParts = { lineCents: [], discountCents: 0, taxesCents: [], taxCents: 0, feesCents: 0 }
    const totals = { subtotalCents: amountCents, taxableCents: amountCents, totalCents: amountCents }
    return { ok: true, totals: { ...noParts, ...totals } }
  }
  const { lines, discount, taxes, fees } = charge
  const lineCents = lines.map(lineAmount)
  const subtotalCents = sum(lineCents)
  const feesCents = sum(fees.map((fee) => fee.amountCents))
  // Checked before further additions, while every number is still exact.
  if (subtotalCents > maxCents || feesCents > maxCents) return { ok: false, reason: 'too-large' }
  const discountCents = discountOn(subtotalCents, discount)
  if (discountCents > subtotalCents) return { ok: false, reason: 'discount-above-subtotal' }
  const taxableCents = subtotalCents - discountCents
  const taxesCents = taxes.map((tax) => percentageOf(taxableCents, tax.rate))
  const taxCents = sum(taxesCents)
  const totalCents = taxableCents + taxCents + feesCents
  if (totalCents > maxCents) return { ok: false, reason: 'too-large' }
  return {
    ok: true,
    totals: {
      lineCents,
      subtotalCents,
      discountCents,
      taxableCents,
      taxesCents,
      taxCents,
      feesCents,
      totalCents,
    },
  }
}

function discountOn(subtotalCents: number, discount: Discount | null): number {
  if (!discount) return 0
  return discount.kind === 'fixed' ? discount.value : percentageOf(subtotalCents, discount.value)
}

/** The error message of each problem, and the field that shows it. */
export const totalsProblems: Record<TotalsProblem, { field: string; message: string }> = {
  'discount-above-subtotal': {
    field: 'charge.discount.value',
    message: 'The discount can’t be more than the subtotal.',
  },
  'too-large': { field: 'charge', message: 'An invoice can come to at most $999,999,999.99.' },
}
