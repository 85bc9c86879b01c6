import { z } from 'zod'

export const maxLateFeeDays = 365
/** Thousandths of a percent. */
const maxPercentage = 100_000

const percentageMessage = 'Please enter a percentage above 0 and up to 100, with at most three decimals.'
const amountMessage = 'Please enter an amount above 0.'
const daysMessage = `Please enter a number of days from 1 to ${maxLateFeeDays}.`

const when = {
  /** Days from the due date to the first fee. */
  afterDays: z.int(daysMessage).min(1, daysMessage).max(maxLateFeeDays, daysMessage),
  repeats: z.enum(['once', 'monthly']),
  /** What all late fees of an invoice come to at most; null for no limit. */
  maxMinor: z.int(amountMessage).min(1, amountMessage).nullable(),
}

/** When a late fee is added to an invoice, and how much: thousandths of a percent of what is overdue, or minor units. */
export const lateFeeTermsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percentage'),
    value: z.int(percentageMessage).min(1, percentageMessage).max(maxPercentage, percentageMessage),
    ...when,
  }),
  z.strictObject({ kind: z.literal('amount'), value: z.int(amountMessage).min(1, amountMessage), ...when }),
])
export type LateFeeTerms = z.infer<typeof lateFeeTermsSchema>

/** The amounts of the terms, in the currency of the invoice, by field. */
export function lateFeeAmounts({ kind, value, maxMinor }: LateFeeTerms): { field: string; minor: number }[] {
  return [
    ...(kind === 'amount' ? [{ field: 'value', minor: value }] : []),
    ...(maxMinor === null ? [] : [{ field: 'maxMinor', minor: maxMinor }]),
  ]
}
