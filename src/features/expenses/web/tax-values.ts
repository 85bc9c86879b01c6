import { z } from 'zod'
import type { FieldErrors } from '../../../shared/errors.ts'
import type { MoneyFormat } from '../../../shared/money.ts'
import { parseThousandths, thousandthsText } from '../../../shared/thousandths.ts'
import { type TypedAmount, typedAmountMessage, typedNumberMessage } from '../../../web/forms/typed-amount.ts'
import type { ExpenseTax } from '../contract.ts'
import { includedTaxes, taxProblems } from '../tax-rules.ts'

/** A tax as the form has it. */
export interface TaxValues {
  name: string
  /** Empty if it is not known. */
  percentage: string
  /** Null while it is what the amount contains at this percentage. */
  amountMinor: TypedAmount
}

export const taxDraftSchema = z.object({
  name: z.string(),
  percentage: z.string(),
  amountMinor: z.number().nullable().catch(null),
})

export function taxValuesOf(amountMinor: number, taxes: readonly ExpenseTax[]): TaxValues[] {
  const rates = taxes.map(({ rate }) => rate)
  const included = includedTaxes(amountMinor, rates)
  return taxes.map((tax, index) => ({
    name: tax.name,
    percentage: tax.rate === null ? '' : thousandthsText(tax.rate),
    amountMinor: tax.rate !== null && tax.amountMinor === included[index] ? null : tax.amountMinor,
  }))
}

/** Null for an empty field, NaN for what is no percentage. */
function rateOf({ percentage }: TaxValues): number | null {
  if (percentage.trim() === '') return null
  const rate = parseThousandths(percentage)
  return typeof rate === 'number' ? rate : Number.NaN
}

/** What each tax comes to while no amount is typed for it; null where that is not known. */
export function workedOutTaxes(amount: TypedAmount, taxes: readonly TaxValues[]): (number | null)[] {
  if (typeof amount !== 'number' || amount < 0) return taxes.map(() => null)
  const rates = taxes.map(rateOf).map((rate) => (Number.isNaN(rate) ? null : rate))
  const included = includedTaxes(amount, rates)
  return rates.map((rate, index) => (rate === null ? null : (included[index] ?? null)))
}

/** Converts the form to the request, without validation. */
export function toTaxes(amount: TypedAmount, taxes: readonly TaxValues[]): ExpenseTax[] {
  const workedOut = workedOutTaxes(amount, taxes)
  return taxes.map((tax, index) => {
    const amountMinor = tax.amountMinor ?? workedOut[index]
    return {
      name: tax.name,
      rate: rateOf(tax),
      // NaN for an unreadable or missing amount, which the schema rejects.
      amountMinor: typeof amountMinor === 'number' ? amountMinor : Number.NaN,
    }
  })
}

/** A better message than the schema's for text that is no number, and for taxes that do not go with the amount. */
export function checkTaxes(
  amount: TypedAmount,
  taxes: readonly TaxValues[],
  format: MoneyFormat,
): FieldErrors {
  const messages: FieldErrors = {}
  for (const [index, { percentage, amountMinor }] of taxes.entries()) {
    const amountText = typedAmountMessage(amountMinor, format)
    if (amountText !== undefined) messages[`taxes.${index}.amountMinor`] = amountText
    const percentageText = typedNumberMessage(percentage)
    if (percentageText !== undefined) messages[`taxes.${index}.percentage`] = percentageText
  }
  return typeof amount === 'number'
    ? { ...messages, ...taxProblems(amount, toTaxes(amount, taxes)) }
    : messages
}
