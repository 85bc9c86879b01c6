import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { invoiceDocumentSchema, queuedMailSchema } from '../invoices/contract.ts'
import { quantitySchema, text } from '../invoices/document/charge-rules.ts'
import { maxFees, maxLines } from '../invoices/document/totals-rules.ts'

const tag = 'Credit notes'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()

const partsShape = {
  /** Lines of the invoice by their position, from 0, with the credited quantity in thousandths. */
  lines: z
    .array(
      z.strictObject({
        line: z
          .int()
          .min(0)
          .max(maxLines - 1),
        quantity: quantitySchema,
      }),
    )
    .max(maxLines),
  /** Fees of the invoice by their position, from 0. */
  fees: z
    .array(
      z
        .int()
        .min(0)
        .max(maxFees - 1),
    )
    .max(maxFees),
}

export const creditChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rest') }),
  z.strictObject({ kind: z.literal('lines'), ...partsShape }),
  z.strictObject({
    kind: z.literal('amount'),
    amountMinor: z.int('Please enter an amount.').min(0, 'Please enter an amount.'),
  }),
])

export const maxReason = 500

export const creditNoteSchema = z.strictObject({
  id: z.uuid(),
  invoiceId: z.uuid(),
  number: z.string(),
  issueDate: z.string(),
  ...invoiceDocumentSchema.pick({ currency: true, locale: true, charge: true, totals: true }).shape,
  /** Which lines and fees of the invoice are credited. Empty for a single amount. */
  parts: z.strictObject(partsShape),
  reason: z.string(),
  /** The page where the client views the credit note. */
  publicUrl: z.string(),
  sentAt: momentSchema.nullable(),
  createdAt: momentSchema,
})
export type CreditNote = z.infer<typeof creditNoteSchema>

export const createCreditNote = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/credit-notes',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Credit an invoice, in whole or in part, and email the credit note if requested',
  params,
  body: z.strictObject({
    /** Any UUID. Repeating the request with the same UUID makes the credit note only once. */
    requestId: z.uuid(),
    /** `rest` credits all that is left of the invoice. */
    credit: creditChoiceSchema,
    reason: text(maxReason, 20),
    /** Emails the credit note to the client. */
    send: z.boolean(),
  }),
  response: creditNoteSchema,
  errors: ['NOT_CREDITABLE', 'INVOICE_CANCELLED', 'APPROVAL_NEEDED', 'NUMBER_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const listCreditNotes = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/credit-notes',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The credit notes of an invoice, oldest first',
  params,
  response: z.strictObject({ creditNotes: z.array(creditNoteSchema) }),
})

export const emailCreditNote = endpoint({
  method: 'post',
  path: '/api/v1/credit-notes/{id}/email',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Email the credit note to the client, with its PDF',
  params,
  response: queuedMailSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const getPublicCreditNote = endpoint({
  method: 'get',
  path: '/api/v1/public/credit-notes/{id}',
  access: 'public',
  tag,
  summary: 'The credit note as shown to anyone who has the link',
  params,
  response: z.strictObject({
    document: invoiceDocumentSchema,
    /** The invoice that it credits. */
    invoiceId: z.uuid(),
  }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const getCreditNotePdf = endpoint({
  method: 'get',
  path: '/api/v1/public/credit-notes/{id}/pdf',
  access: 'public',
  tag,
  summary: 'The credit note as a PDF',
  params,
  givesFile: ['application/pdf'],
  errors: ['TOO_MANY_REQUESTS'],
})
