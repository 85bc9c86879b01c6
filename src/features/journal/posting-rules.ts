import type { Currency } from '../../shared/currencies.ts'
import { convertMoney } from '../../shared/money.ts'

/**
 * The accounts of the journal. A name after a colon says which of several:
 * money               what the business has, in whatever account or till
 * receivable          what clients owe
 * income:sales        invoices, without tax; on the cash basis what was paid of them
 * income:late-fees
 * income:credit-notes what credit notes took back, without tax
 * income:discounts    for paying early
 * income:given-back   what was refunded and is no longer owed; on the cash basis all that went back
 * income:other:…      money in a bank account that belongs to no invoice, by category
 * gain                exchange gains
 * tax:collected       tax on invoices
 * tax:paid            tax in expenses
 * expense:…           by category
 */
export const accounts = {
  money: 'money',
  receivable: 'receivable',
  sales: 'income:sales',
  lateFees: 'income:late-fees',
  creditNotes: 'income:credit-notes',
  discounts: 'income:discounts',
  givenBack: 'income:given-back',
  gain: 'gain',
  taxCollected: 'tax:collected',
  taxPaid: 'tax:paid',
} as const

export const otherIncomeAccount = (category: string) => `income:other:${category}`
export const expenseAccount = (category: string) => `expense:${category}`

export type Basis = 'accrual' | 'cash'

/** One amount on one account. Positive for a debit, negative for a credit. */
export interface Posting {
  entry: string
  day: string
  /** `both` if it is the same on each basis. */
  basis: Basis | 'both'
  account: string
  currency: Currency
  minor: number
  /** Null while there is no exchange rate. */
  homeMinor: number | null
  clientId: string | null
  item: string
  tax: string
  taxRate: number | null
  baseMinor: number | null
  baseHomeMinor: number | null
  method: string
  isTest: boolean
}

/** An amount of a document, in its currency and in the home currency. */
export interface Worth {
  minor: number
  homeMinor: number | null
}

/** What an amount is worth at a rate. Null without one. */
export function convertAt(
  minor: number,
  rate: string | null,
  { currency, home }: { currency: Currency; home: Currency },
): number | null {
  if (currency === home) return minor
  return rate === null ? null : convertMoney({ minor, currency }, rate, home).minor
}

/** What is left of the home amount of a whole after its parts, so that the parts come to the whole exactly. */
export function restOf(whole: number | null, parts: readonly (number | null)[]): number | null {
  if (whole === null) return null
  return parts.reduce<number>((rest, part) => rest - (part ?? 0), whole)
}

/** The part of an amount, rounded half away from zero. All are whole numbers, however large. */
export function partOf(minor: number, numerator: number, denominator: number): number {
  if (denominator === 0 || minor === 0 || numerator === 0) return 0
  const [product, divisor] = [BigInt(minor) * BigInt(numerator), BigInt(denominator)]
  const isNegative = product < 0n !== divisor < 0n
  const [top, bottom] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor]
  const rounded = Number((top * 2n + bottom) / (bottom * 2n))
  return isNegative ? -rounded : rounded
}

const noDetails = {
  item: '',
  tax: '',
  taxRate: null,
  baseMinor: null,
  baseHomeMinor: null,
  method: '',
  isTest: false,
}

/** Completes a posting with what most do not have. */
export function posting(
  given: Omit<Posting, keyof typeof noDetails> & Partial<Pick<Posting, keyof typeof noDetails>>,
): Posting {
  return { ...noDetails, ...given }
}
