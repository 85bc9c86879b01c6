import { z } from 'zod'
import { maxMinor } from '../../../shared/money.ts'
import { maxFees, maxLines, maxQuantity, maxTaxes, wholePercentage } from './totals-rules.ts'

/** Limits the size of an invoice: the time to render it grows with every character and line. */
export const maxLineCharacters = 30_000
export const maxLineBreaks = { line: 20, address: 10, description: 100, notes: 100 } as const

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
const linesTooLong = `The descriptions of all lines together can have at most ${maxLineCharacters.toLocaleString('en-US')} characters.`

export function text(max: number, lineBreaks = max) {
  return z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine(
      (value) => (value.match(lineBreak)?.length ?? 0) <= lineBreaks,
      `Please use at most ${lineBreaks} line breaks.`,
    )
}

export function requiredText(max: number, message: string, lineBreaks = max) {
  return text(max, lineBreaks).min(1, message)
}

function countCharacters(lines: readonly { description: string }[]): number {
  return lines.reduce((sum, { description }) => sum + description.length, 0)
}

const minorSchema = z
  .int('Please enter an amount, such as 150.00.')
  .min(0, 'The amount can’t be less than 0.')
  .max(maxMinor, 'The amount can be at most $999,999,999.99.')
const percentageMessage = 'Please enter a percentage between 0 and 100, with at most three decimals.'
const percentageSchema = z
  .int(percentageMessage)
  .min(0, percentageMessage)
  .max(wholePercentage, percentageMessage)
const quantityMessage = 'Please enter a quantity, such as 1.5.'

const lineSchema = z.strictObject({
  description: requiredText(500, 'Please enter what this line is for.', maxLineBreaks.line),
  quantity: z.int(quantityMessage).min(0, quantityMessage).max(maxQuantity, quantityMessage),
  rateMinor: minorSchema,
})
const discountSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percentage'), value: percentageSchema, description: text(200) }),
  z.strictObject({ kind: z.literal('fixed'), value: minorSchema, description: text(200) }),
])
const taxSchema = z.strictObject({
  name: requiredText(60, 'Please name the tax.'),
  rate: percentageSchema,
})
const feeSchema = z.strictObject({
  description: requiredText(200, 'Please enter what the fee is for.'),
  amountMinor: minorSchema,
})

export const chargeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amountMinor: minorSchema }),
  z.strictObject({
    kind: z.literal('lines'),
    lines: z
      .array(lineSchema)
      .min(1, 'Please add at least one line.')
      .max(maxLines, `An invoice can have at most ${maxLines} lines.`)
      .refine((lines) => countCharacters(lines) <= maxLineCharacters, linesTooLong),
    discount: discountSchema.nullable(),
    taxes: z.array(taxSchema).max(maxTaxes, `An invoice can have at most ${maxTaxes} taxes.`),
    fees: z.array(feeSchema).max(maxFees, `An invoice can have at most ${maxFees} fees.`),
  }),
])
