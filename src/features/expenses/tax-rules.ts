import { taxAmounts } from '../invoices/document/tax-amount-rules.ts'
import type { ExpenseTax } from './contract.ts'

/** How much of each tax an amount contains: as on an invoice whose prices include tax. An unknown rate contains none. */
export function includedTaxes(amountMinor: number, rates: readonly (number | null)[]): number[] {
  const known = rates.map((rate) => rate ?? 0)
  const lines = [{ minor: amountMinor }]
  return taxAmounts({ lines, rates: known, discountMinor: 0, taxIncluded: true }).taxesMinor
}

export function taxProblems(amountMinor: number, taxes: readonly ExpenseTax[]): Record<string, string> {
  const sum = taxes.reduce((total, tax) => total + tax.amountMinor, 0)
  return sum > amountMinor
    ? { taxes: 'Taxes are part of the amount, so they can’t come to more than it.' }
    : {}
}

/**
 * Returns a tax of which only the amount is known, such as that of a receipt. It gets the rate of the business that comes to
 * exactly this amount, if there is one.
 */
export function knownTaxes(
  amountMinor: number,
  taxMinor: number | null,
  rates: readonly { name: string; rate: number }[],
): ExpenseTax[] {
  if (taxMinor === null || taxMinor <= 0 || taxMinor > amountMinor) return []
  const fitting = rates.filter(({ rate }) => includedTaxes(amountMinor, [rate])[0] === taxMinor)
  const [first] = fitting
  const isSure = first !== undefined && fitting.every(({ rate }) => rate === first.rate)
  const name = fitting.length === 1 && first ? first.name : 'Tax'
  return [{ name, rate: isSure ? first.rate : null, amountMinor: taxMinor }]
}

/**
 * Whether a business gets the tax in its expenses back. Sales tax in the United States is a cost. Without a country, the number
 * format tells.
 */
export function reclaimsTax({ country, locale }: { country: string; locale: string }): boolean {
  return (country === '' ? new Intl.Locale(locale).region : country) !== 'US'
}
