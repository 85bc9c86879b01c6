import { z } from 'zod'
import { digitsOf, maxMinorOf } from '../../../shared/currencies.ts'
import { type MoneyFormat, formatAmount, formatMoney } from '../../../shared/money.ts'
import { requiredText, text } from '../../../shared/text-schema.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import { lineSourceSchema, maxSources, maxSourcesOfLine, repeatedSource, sourcesOf } from './source-rules.ts'
import { type Charge, maxFees, maxLines, maxQuantity, maxTaxes, wholePercentage } from './totals-rules.ts'

export { requiredText, text } from '../../../shared/text-schema.ts'

/** Limits the size of an invoice: the time to render it grows with every character and line. */
export const maxLineCharacters = 30_000
export const maxLineBreaks = { line: 20, description: 100, notes: 100, taxNote: 3 } as const

const linesTooLong = `The descriptions of all lines together can have at most ${maxLineCharacters.toLocaleString('en-US')} characters.`

function countCharacters(lines: readonly { description: string }[]): number {
  return lines.reduce((sum, { description }) => sum + description.length, 0)
}

/** The message for a missing amount: "Please enter an amount, such as 150.00." */
export function amountMissing(format: MoneyFormat): string {
  return `Please enter an amount, such as ${formatAmount(150 * 10 ** digitsOf(format.currency), format)}.`
}

const minorSchema = z
  .int(amountMissing({ currency: 'USD', locale: 'en-US' }))
  .min(0, 'The amount can’t be less than 0.')
const percentageMessage = 'Please enter a percentage between 0 and 100, with at most three decimals.'
const percentageSchema = z
  .int(percentageMessage)
  .min(0, percentageMessage)
  .max(wholePercentage, percentageMessage)

/** The message for a missing or invalid quantity: "Please enter a quantity, such as 1.5." */
export function quantityMissing(locale?: string): string {
  return `Please enter a quantity, such as ${formatThousandths(1500, locale)}.`
}

const quantityMessage = quantityMissing('en-US')
/** In thousandths. */
export const quantitySchema = z.int(quantityMessage).min(0, quantityMessage).max(maxQuantity, quantityMessage)

const lineSchema = z.strictObject({
  description: requiredText(500, 'Please enter what this line is for.', maxLineBreaks.line),
  quantity: quantitySchema,
  rateMinor: minorSchema,
  /** The indexes of the taxes that apply to this line. Missing for all of them. */
  taxes: z.array(z.int()).max(maxTaxes).optional(),
})
/** On an invoice, where a line can bill time and expenses. */
const billingLineSchema = lineSchema.extend({
  sources: z.array(lineSourceSchema).min(1).max(maxSourcesOfLine).optional(),
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

/** Late fees of many years and other fees, on a credit note. */
const maxCreditedFees = 1000

const chargeWith = <Line extends typeof lineSchema>(oneLine: Line, minLines: number, feeLimit = maxFees) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('amount'), amountMinor: minorSchema }),
    z
      .strictObject({
        kind: z.literal('lines'),
        /** Whether the rates of the lines include the taxes. Missing in what was stored before that was possible. */
        taxIncluded: z.boolean().default(false),
        lines: z
          .array(oneLine)
          .min(minLines, 'Please add at least one line.')
          .max(maxLines, `An invoice can have at most ${maxLines} lines.`)
          .refine((lines) => countCharacters(lines) <= maxLineCharacters, linesTooLong),
        discount: discountSchema.nullable(),
        taxes: z.array(taxSchema).max(maxTaxes, `An invoice can have at most ${maxTaxes} taxes.`),
        fees: z.array(feeSchema).max(feeLimit, `An invoice can have at most ${feeLimit} fees.`),
      })
      .superRefine(({ taxIncluded, lines, taxes }, context) => {
        const isWrong = (chosen: readonly number[]) =>
          new Set(chosen).size < chosen.length || chosen.some((index) => index < 0 || index >= taxes.length)
        for (const [line, { taxes: chosen = [] }] of lines.entries()) {
          if (!isWrong(chosen)) continue
          const message = 'Please choose taxes that the invoice has, and each only once.'
          context.addIssue({ code: 'custom', path: ['lines', line, 'taxes'], message })
        }
        // Beyond that, the rounded parts of a very small price could come to more than the price.
        if (!taxIncluded || taxes.reduce((sum, tax) => sum + tax.rate, 0) <= wholePercentage) return
        const message = 'Taxes that the prices include can come to at most 100% together.'
        context.addIssue({ code: 'custom', path: ['taxes'], message })
      }),
  ])
/** Of content for later invoices. */
export const chargeSchema = chargeWith(lineSchema, 1)
/** Of an invoice. */
export const billingChargeSchema = chargeWith(billingLineSchema, 1).superRefine((charge, context) => {
  if (charge.kind === 'amount') return
  const repeated = repeatedSource(charge.lines)
  if (repeated !== null) {
    const message = 'Another line bills the same time or expense. Please remove one of them.'
    context.addIssue({ code: 'custom', path: ['lines', repeated, 'description'], message })
  }
  if (sourcesOf(charge).length <= maxSources) return
  const message = `An invoice can bill at most ${maxSources.toLocaleString('en-US')} time entries and expenses.`
  context.addIssue({ code: 'custom', path: ['lines'], message })
})
/** On a document. A credit note may credit nothing but fees. */
export const documentChargeSchema = chargeWith(lineSchema, 0, maxCreditedFees)
export type ChargeInput = z.infer<typeof chargeSchema>

/** Returns the message for every amount above the limit of the currency, by its path. */
export function amountsTooLarge(
  charge: Charge,
  format: MoneyFormat,
): { path: (string | number)[]; message: string }[] {
  const max = maxMinorOf(format.currency)
  return amountsOf(charge)
    .filter(({ minor }) => minor > max)
    .map(({ path }) => ({ path, message: `The amount can be at most ${formatMoney(max, format)}.` }))
}

function amountsOf(charge: Charge): { path: (string | number)[]; minor: number }[] {
  if (charge.kind === 'amount') return [{ path: ['amountMinor'], minor: charge.amountMinor }]
  const { lines, discount, fees } = charge
  return [
    ...lines.map(({ rateMinor }, index) => ({ path: ['lines', index, 'rateMinor'], minor: rateMinor })),
    ...(discount?.kind === 'fixed' ? [{ path: ['discount', 'value'], minor: discount.value }] : []),
    ...fees.map(({ amountMinor }, index) => ({ path: ['fees', index, 'amountMinor'], minor: amountMinor })),
  ]
}
