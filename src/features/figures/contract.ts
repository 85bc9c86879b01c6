import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { figureNames } from './rules.ts'

const dateSchema = z.iso.date()
const base = { id: z.uuid(), cents: z.int() }
const movement = {
  ...base,
  date: dateSchema,
  /** Null when the invoice has been deleted since. */
  invoiceId: z.uuid().nullable(),
  invoiceNumber: z.string(),
  clientName: z.string().nullable(),
  method: z.enum(['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other']),
  /** Moved no money. */
  isTest: z.boolean(),
}

/** What a figure is made of, each with what it adds to it. */
export const figureRowSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('invoice'),
    ...base,
    /** Due then. */
    date: dateSchema,
    number: z.string(),
    clientName: z.string(),
    totalCents: z.int(),
  }),
  z.strictObject({ kind: z.literal('payment'), ...movement }),
  /** Below 0. */
  z.strictObject({ kind: z.literal('refund'), ...movement }),
  /** Below 0: open, or lost. */
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
    /** Of a credit card, what is owed on it. */
    ...base,
    holds: z.enum(['cash', 'credit']),
    institutionName: z.string(),
    name: z.string(),
    last4: z.string().nullable(),
    /** Of the demo bank: made up. */
    isDemo: z.boolean(),
    /** False while the bank has not told the balance, which then counts as nothing. */
    isKnown: z.boolean(),
    /** The bank wants its owner to sign in again: the balance is that of the last time. */
    isStale: z.boolean(),
    asOf: z.iso.datetime().nullable(),
  }),
])
export type FigureRow = z.infer<typeof figureRowSchema>

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/, 'Please give a month as yyyy-mm.')

/** A figure that another one is reckoned from. */
const termSchema = z.strictObject({
  figure: z.enum(figureNames),
  month: monthSchema.nullable(),
  /** Below 0 when it is taken off. */
  cents: z.int(),
  count: z.int(),
})
export type FigureTerm = z.infer<typeof termSchema>

export const getFigure = endpoint({
  method: 'get',
  path: '/api/v1/figures/{figure}',
  access: 'user',
  tag: 'Figures',
  summary: 'A sum, and the rows or the other sums that it is made of',
  params: z.strictObject({ figure: z.enum(figureNames) }),
  query: z.strictObject({
    /** Of `received`, `spent` and `left-over`. */
    month: monthSchema
      .refine((month) => isIsoDate(`${month}-01`), 'Please give a month as yyyy-mm.')
      .optional(),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    figure: z.enum(figureNames),
    month: monthSchema.nullable(),
    /** What counts as today there. */
    today: dateSchema,
    cents: z.int(),
    /** What of it came by test payments, which moved no money. */
    testCents: z.int(),
    /** How many rows it is made of. */
    count: z.int(),
    /** Empty where it is made of rows. */
    terms: z.array(termSchema),
    /** What is still to come from its beginning, what has been from its end; empty where it is made of terms. */
    rows: z.array(figureRowSchema),
    /** Where the rest of the rows begins; null when these are the last. */
    next: z.string().nullable(),
  }),
})
export type Figure = z.infer<typeof getFigure.response>
