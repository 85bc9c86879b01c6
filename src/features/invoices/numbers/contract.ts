import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { canClash, maxNextNumber } from './number-rules.ts'

const tag = 'Invoices'
const path = '/api/v1/invoices/numbering'

const prefixSchema = z
  .string()
  .max(12, 'Use at most 12 characters.')
  .regex(/^[A-Za-z0-9./_-]*$/, 'Use only letters, digits and the characters - / . _')

const settingsShape = {
  /** `random` numbers are the beginning of the invoice’s id. */
  style: z.enum(['random', 'sequence']),
  /** The beginning of every number in sequence. */
  prefix: prefixSchema,
  /** Whether numbers contain the year of the issue date. Each year then has its own sequence. */
  withYear: z.boolean(),
  /** How many digits a number has at least. */
  padding: z.int().min(1, 'Choose 1 to 8 digits.').max(8, 'Choose 1 to 8 digits.'),
  /** One sequence for all invoices, or one for each client. */
  scope: z.enum(['business', 'client']),
  /** The beginning of the numbers of credit notes, which are always in sequence. */
  creditNotePrefix: prefixSchema,
}

const nextSchema = z.strictObject({ withYear: z.int(), withoutYear: z.int() })

export const numberingSchema = z.strictObject({
  ...settingsShape,
  /** The current year in the business’s time zone. */
  year: z.int(),
  /** The next number of the business’s sequence of this year, and of its sequence without years. */
  next: nextSchema,
  /** The same of the sequences of credit notes. */
  nextCreditNote: nextSchema,
  /** The next number. For random numbers, and where each client has a sequence, an example of one. */
  example: z.string(),
})
export type Numbering = z.infer<typeof numberingSchema>

export const getNumbering = endpoint({
  method: 'get',
  path,
  access: { permission: 'sales.read' },
  tag,
  summary: 'How invoices are numbered',
  response: numberingSchema,
})

const wholeNumber = 'Enter a whole number, 1 or higher.'

export const saveNumbering = endpoint({
  method: 'put',
  path,
  access: { permission: 'settings.write' },
  tag,
  summary: 'Choose how new invoices are numbered; existing invoices keep their numbers',
  body: z
    .strictObject({
      ...settingsShape,
      /** The next number of the business’s sequence; null leaves it as it is. */
      nextNumber: z
        .int(wholeNumber)
        .min(1, wholeNumber)
        .max(maxNextNumber, 'Use at most 9 digits.')
        .nullable(),
    })
    .refine(
      ({ style, scope, nextNumber }) => nextNumber === null || (style === 'sequence' && scope === 'business'),
      {
        path: ['nextNumber'],
        message: 'The next number can only be set for one sequence for all invoices.',
      },
    )
    .refine(
      ({ style, prefix, creditNotePrefix }) => style === 'random' || !canClash(prefix, creditNotePrefix),
      {
        path: ['creditNotePrefix'],
        message: 'With this prefix, a credit note could get the same number as an invoice. Choose another.',
      },
    ),
  response: numberingSchema,
})
