import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { figureNames } from './rules.ts'

const dateSchema = z.iso.date()

/** The part of a sum that is in another currency than the home currency, and what it is worth at the latest rate. */
export const otherCurrencySchema = z.strictObject({
  currency: z.string(),
  /** Its own amount. */
  minor: z.int(),
  count: z.int(),
  /** The amount as a whole in the home currency. Null if there is no rate; then the sum does not include it. */
  homeMinor: z.int().nullable(),
  /** What one unit is worth in the home currency. */
  rate: z.string().nullable(),
  ratedOn: dateSchema.nullable(),
  /** Who published the rate; `own` for a rate that the business entered. */
  source: z.string().nullable(),
})
export type OtherCurrency = z.infer<typeof otherCurrencySchema>

/** A sum in the home currency. */
export const sumSchema = z.strictObject({
  /** Includes the converted amounts of `other`. */
  minor: z.int(),
  /** Of all currencies, converted or not. */
  count: z.int(),
  /** Every other currency in the sum, by its code. */
  other: z.array(otherCurrencySchema),
})
export type Sum = z.infer<typeof sumSchema>

/** An amount in another currency than the home currency, and how it was converted. */
const originalSchema = z.strictObject({
  minor: z.int(),
  currency: z.string(),
  /** Null if there is no rate. */
  rate: z.string().nullable(),
  ratedOn: dateSchema.nullable(),
  source: z.string().nullable(),
  /** Only for exchange gains: the rate on the issue date of the invoice. Null if the invoice was deleted. */
  invoiceRate: z.string().nullable().optional(),
})
export type Original = z.infer<typeof originalSchema>

const base = {
  id: z.uuid(),
  /** In the home currency; null if the amount can't be converted. */
  minor: z.int().nullable(),
  /**
   * Only for an amount in another currency. Money that moved has the rate of its day. Other amounts have the latest rate;
   * the figure converts them as a whole, so its rows can differ from it by a few minor units.
   */
  original: originalSchema.optional(),
}
const movement = {
  ...base,
  date: dateSchema,
  /** Null if the invoice was deleted. */
  invoiceId: z.uuid().nullable(),
  invoiceNumber: z.string(),
  clientName: z.string().nullable(),
  method: z.enum(['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other']),
  /** True for a test payment, which moved no money. */
  isTest: z.boolean(),
}

/** The rows that make up a figure. `minor` is what each adds to it. */
export const figureRowSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('invoice'),
    ...base,
    /** The due date. An invoice that is paid in parts has a row for each open part. */
    date: dateSchema,
    number: z.string(),
    clientName: z.string(),
    /** In the currency of the invoice. */
    totalMinor: z.int(),
  }),
  z.strictObject({ kind: z.literal('payment'), ...movement }),
  /** `minor` is negative. */
  z.strictObject({ kind: z.literal('refund'), ...movement }),
  /** `minor` is negative. The dispute is open or lost. */
  z.strictObject({ kind: z.literal('dispute'), ...movement }),
  z.strictObject({
    kind: z.literal('expense'),
    ...base,
    date: dateSchema,
    category: z.string(),
    notes: z.string(),
  }),
  z.strictObject({
    kind: z.literal('account'),
    /** For a credit card, `minor` is the amount owed. */
    ...base,
    holds: z.enum(['cash', 'credit']),
    institutionName: z.string(),
    name: z.string(),
    last4: z.string().nullable(),
    /** True for the demo bank, whose balances are made up. */
    isDemo: z.boolean(),
    /** False until the bank has reported a balance. It counts as 0 until then. */
    isKnown: z.boolean(),
    /** True when the owner has to sign in at the bank again. The balance is the last known one. */
    isStale: z.boolean(),
    asOf: z.iso.datetime().nullable(),
  }),
])
export type FigureRow = z.infer<typeof figureRowSchema>

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/, 'Please give a month as yyyy-mm.')

/** A figure that another figure is calculated from. */
const termSchema = z.strictObject({
  figure: z.enum(figureNames),
  month: monthSchema.nullable(),
  /** Negative when it is subtracted. */
  minor: z.int(),
  count: z.int(),
  other: z.array(otherCurrencySchema),
})
export type FigureTerm = z.infer<typeof termSchema>

export const getFigure = endpoint({
  method: 'get',
  path: '/api/v1/figures/{figure}',
  access: { permission: 'reports.read' },
  tag: 'Figures',
  summary: 'A sum, and the rows or other sums it is made of',
  params: z.strictObject({ figure: z.enum(figureNames) }),
  query: z.strictObject({
    /** Only for `received`, `spent`, `left-over` and `exchange-gains`. */
    month: monthSchema
      .refine((month) => isIsoDate(`${month}-01`), 'Please give a month as yyyy-mm.')
      .optional(),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    figure: z.enum(figureNames),
    month: monthSchema.nullable(),
    /** The current date in the business's time zone. */
    today: dateSchema,
    /** The home currency, in which the figure is. */
    currency: z.string(),
    /** Includes the converted amounts of `other`. */
    minor: z.int(),
    /**
     * Every other currency in the figure, by its code. For the largest expense also the largest in each currency that it
     * could not be compared with.
     */
    other: z.array(otherCurrencySchema),
    /** The part of `minor` that comes from test payments, which moved no money. */
    testMinor: z.int(),
    /** The number of rows that make up the figure. */
    count: z.int(),
    /** Empty if the figure is made up of rows. */
    terms: z.array(termSchema),
    /** Future rows soonest first, past rows latest first. Empty if made up of terms. */
    rows: z.array(figureRowSchema),
    /** The cursor of the next page; null on the last page. */
    next: z.string().nullable(),
  }),
})
export type Figure = z.infer<typeof getFigure.response>
