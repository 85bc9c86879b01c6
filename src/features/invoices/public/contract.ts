import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { attachmentListSchema } from '../../attachments/contract.ts'
import { invoiceDocumentSchema, queuedMailSchema } from '../contract.ts'

const tag = 'Invoices'
const params = z.strictObject({ id: z.uuid() })

export const getPublicInvoice = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}',
  access: 'public',
  tag,
  summary: 'The invoice as shown to anyone who has the link',
  params,
  response: invoiceDocumentSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const noteInvoiceView = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/viewed',
  access: 'public',
  tag,
  summary: 'Record that the invoice was viewed; views by its own business don’t count',
  params,
  errors: ['TOO_MANY_REQUESTS'],
})

export const emailPublicInvoice = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/email',
  access: 'public',
  tag,
  summary: 'Email the invoice to the client’s address on it, at most three times an hour',
  params,
  response: queuedMailSchema.omit({ to: true }),
  errors: ['INVOICE_CANCELLED', 'TOO_MANY_REQUESTS'],
})

export const getInvoicePdf = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}/pdf',
  access: 'public',
  tag,
  summary: 'The invoice as a PDF',
  params,
  givesFile: ['application/pdf'],
  errors: ['TOO_MANY_REQUESTS'],
})

export const listPublicAttachments = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}/attachments',
  access: 'public',
  tag,
  summary: 'The files of the invoice, for anyone who has the link',
  params,
  response: attachmentListSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const getPublicAttachment = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}/attachments/{attachmentId}',
  access: 'public',
  tag,
  summary: 'A file of the invoice',
  params: params.extend({ attachmentId: z.uuid() }),
  givesFile: ['application/octet-stream'],
  errors: ['TOO_MANY_REQUESTS'],
})
