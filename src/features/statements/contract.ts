import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema, documentStyleSchema, logoSchema } from '../business/contract.ts'
import { paymentMethodSchema, queuedMailSchema } from '../invoices/contract.ts'

const tag = 'Clients'
const params = z.strictObject({ id: z.uuid() })
const daySchema = z.string().refine(isIsoDate, 'Please choose a date.')

const partySchema = z.strictObject({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  contactName: z.string(),
  country: z.string(),
  taxId: z.string(),
})

export const statementRowSchema = z.strictObject({
  on: z.string(),
  kind: z.enum(['invoice', 'late-fee', 'credit-note', 'payment', 'discount', 'refund', 'dispute', 'waiver']),
  invoiceNumber: z.string(),
  /** Of a credit note. */
  number: z.string().nullable(),
  /** Of a payment, a refund or a dispute. */
  method: paymentMethodSchema.nullable(),
  /** No money moved. */
  isTest: z.boolean(),
  /** Positive if the client owes more by it, negative if less. */
  amountMinor: z.int(),
  /** What the client owes after it. Negative if they have paid too much. */
  balanceMinor: z.int(),
})
export type StatementRow = z.infer<typeof statementRowSchema>

/** What is open at the end of the period, by the days since it was due. */
const agesSchema = z.strictObject({
  currentMinor: z.int(),
  days1to30Minor: z.int(),
  days31to60Minor: z.int(),
  days61to90Minor: z.int(),
  over90Minor: z.int(),
})
export type Ages = z.infer<typeof agesSchema>

/** A statement of account: everything that it shows. The page, the PDF and the mail are drawn from it. */
export const statementDocumentSchema = z.strictObject({
  company: partySchema,
  client: partySchema,
  logo: logoSchema.nullable(),
  style: documentStyleSchema,
  currency: z.string(),
  locale: z.string(),
  /** Both days are included. */
  from: z.string(),
  to: z.string(),
  /** What the client owed before the first day. */
  openingMinor: z.int(),
  /** By date. */
  rows: z.array(statementRowSchema),
  /** What the client owes at the end of the last day: the opening balance and all rows. */
  closingMinor: z.int(),
  ages: agesSchema,
  /** What the client has paid too much. The sum of the ages less this is the closing balance. */
  overpaidMinor: z.int(),
})
export type StatementDocument = z.infer<typeof statementDocumentSchema>

const choiceShape = {
  /** Without it, the home currency. */
  currency: currencySchema.optional(),
  /** The first day. Without it, the statement begins with the first entry. */
  from: daySchema.optional(),
  /** The last day. Without it, today. */
  to: daySchema.optional(),
}

export const getStatement = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/statement',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The statement of account of a client in a currency and a period, with its newest entries',
  params,
  query: z.strictObject(choiceShape),
  response: statementDocumentSchema.extend({
    /** The number of entries. `rows` has the newest hundred. */
    rowCount: z.int(),
  }),
})

export const getStatementPdf = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/statement/pdf',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The statement of account of a client as a PDF',
  params,
  query: z.strictObject(choiceShape),
  givesFile: ['application/pdf'],
})

export const emailStatement = endpoint({
  method: 'post',
  path: '/api/v1/clients/{id}/statement/email',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Email the statement of account to the client, with its PDF',
  params,
  body: z.strictObject(choiceShape),
  response: queuedMailSchema,
  errors: ['TOO_MANY_REQUESTS'],
})
