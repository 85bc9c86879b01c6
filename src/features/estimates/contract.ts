import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { attachmentIds } from '../attachments/contract.ts'
import { logoSchema } from '../business/contract.ts'
import { invoiceDocumentSchema, invoiceSchema, queuedMailSchema } from '../invoices/contract.ts'
import { text } from '../invoices/document/charge-rules.ts'
import { invoiceContentSchema, sendOptions, termsSchema } from '../invoices/document/input-rules.ts'
import { signatureSchema } from '../invoices/document/signature-rules.ts'
import { wholePercentage } from '../invoices/document/totals-rules.ts'
import { whenValid } from '../invoices/document/when-valid-rules.ts'

const tag = 'Estimates'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const dateSchema = (what: string) => z.string().refine(isIsoDate, `Please choose ${what}.`)

/** `expired`: still open, and the last day that it is valid on has passed in the business’s time zone. */
export const estimateStatusSchema = z.enum(['open', 'accepted', 'declined', 'expired'])
export type EstimateStatus = z.infer<typeof estimateStatusSchema>

const inputShape = {
  /** As of recurring invoices. The payment terms and reminders are those of the invoices made from it. */
  content: invoiceContentSchema,
  issueDate: dateSchema('an issue date'),
  /** The last day on which the client can accept it. */
  validUntil: dateSchema('until when it’s valid'),
  sendOption: z.enum(['email_now', 'email_later']),
}
const isValidAfterIssue = ({ issueDate, validUntil }: { issueDate: string; validUntil: string }) =>
  validUntil >= issueDate
const validBeforeIssue = {
  path: ['validUntil'],
  message: 'This is before the issue date.',
  ...whenValid('issueDate', 'validUntil'),
}
export const estimateInputSchema = z.strictObject(inputShape).refine(isValidAfterIssue, validBeforeIssue)
export type EstimateInput = z.infer<typeof estimateInputSchema>

export const maxDecisionNote = 1000

export const decisionShape = {
  decision: z.enum(['accept', 'decline']),
  at: momentSchema,
  /** Who accepted or declined; empty if they gave no name. */
  name: z.string(),
}

export const estimateSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  /** Increases with every change. An update must name the version that it is based on. */
  version: z.int(),
  status: estimateStatusSchema,
  ...inputShape,
  logo: logoSchema.nullable(),
  /** What the client sees. */
  document: invoiceDocumentSchema,
  currency: z.string(),
  totalMinor: z.int(),
  /** What is not invoiced yet. */
  leftMinor: z.int(),
  /** The invoices made from it, oldest first. */
  invoices: z.array(
    z.strictObject({
      id: z.uuid(),
      number: z.string(),
      issueDate: z.string(),
      currency: z.string(),
      totalMinor: z.int(),
      status: z.enum(['pending', 'paid', 'overdue', 'cancelled']),
    }),
  ),
  decision: z
    .strictObject({
      ...decisionShape,
      /** `owner`: marked by hand. */
      by: z.enum(['client', 'owner']),
      note: z.string(),
      /** The IP address of the client. */
      ip: z.string().nullable(),
      signature: signatureSchema.nullable(),
      who: z.string().nullable(),
    })
    .nullable(),
  /** The page where the client views and answers the estimate. */
  publicUrl: z.string(),
  sentAt: momentSchema.nullable(),
  viewedAt: momentSchema.nullable(),
  /** When the client was reminded that it is about to expire. */
  remindedAt: momentSchema.nullable(),
  createdBy: z.string().nullable(),
  sentBy: z.string().nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
})
export type Estimate = z.infer<typeof estimateSchema>

export const estimateListItemSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  issueDate: z.string(),
  validUntil: z.string(),
  currency: z.string(),
  totalMinor: z.int(),
  status: estimateStatusSchema,
  sentAt: momentSchema.nullable(),
  /** The state of the newest email with it; null before the first. */
  mail: z.enum(['held', 'queued', 'sent', 'failed']).nullable(),
  viewedAt: momentSchema.nullable(),
  decidedAt: momentSchema.nullable(),
  hasInvoices: z.boolean(),
  /** What is not invoiced yet. */
  leftMinor: z.int(),
  publicUrl: z.string(),
})
export type EstimateListItem = z.infer<typeof estimateListItemSchema>

/** A cursor from an earlier response. Only one of `after` and `before` may be given. */
const pageQuery = { after: z.string().max(200).optional(), before: z.string().max(200).optional() }
const estimatePageSchema = z.strictObject({
  estimates: z.array(estimateListItemSchema),
  /** The cursor for `after`; null on the last page. */
  next: z.string().nullable(),
  /** The cursor for `before`; null on the first page. */
  previous: z.string().nullable(),
})

export const listEstimates = endpoint({
  method: 'get',
  path: '/api/v1/estimates',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Estimates, newest issue date first, 50 at a time',
  query: z.strictObject({
    status: z.enum(['all', ...estimateStatusSchema.options]).default('all'),
    /** Part of the client’s name, the number from its beginning, or the total; case-insensitive. */
    search: text(200).default(''),
    ...pageQuery,
  }),
  response: estimatePageSchema,
})

export const listClientEstimates = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/estimates',
  access: { permission: 'sales.read' },
  tag: 'Clients',
  summary: 'The estimates for a client, newest issue date first, 50 at a time',
  params,
  query: z.strictObject(pageQuery),
  response: estimatePageSchema,
})

export const createEstimate = endpoint({
  method: 'post',
  path: '/api/v1/estimates',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Create an estimate, save its client and email it if requested',
  bodyLimit: 512 * 1024,
  body: z
    .strictObject({
      ...inputShape,
      /** An idempotency key. Requests with the same UUID create one estimate. */
      requestId: z.uuid(),
      attachments: attachmentIds.optional(),
    })
    .refine(isValidAfterIssue, validBeforeIssue),
  response: estimateSchema,
  errors: ['NUMBER_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const getEstimate = endpoint({
  method: 'get',
  path: '/api/v1/estimates/{id}',
  access: { permission: 'sales.read' },
  tag,
  summary: 'One estimate, with the client’s answer and the invoices made from it',
  params,
  response: estimateSchema,
})

export const updateEstimate = endpoint({
  method: 'put',
  path: '/api/v1/estimates/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary:
    'Change an estimate that has no answer yet; one that was never emailed is emailed now if requested',
  bodyLimit: 512 * 1024,
  params,
  body: z.strictObject({ ...inputShape, version: z.int() }).refine(isValidAfterIssue, validBeforeIssue),
  response: estimateSchema,
  errors: ['CHANGED_ELSEWHERE', 'ESTIMATE_DECIDED', 'TOO_MANY_REQUESTS'],
})

export const deleteEstimate = endpoint({
  method: 'delete',
  path: '/api/v1/estimates/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Permanently delete an estimate without invoices',
  params,
  errors: ['ESTIMATE_INVOICED'],
})

export const duplicateEstimate = endpoint({
  method: 'post',
  path: '/api/v1/estimates/{id}/duplicate',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Copy an estimate, dated today and valid for as many days; the copy isn’t emailed automatically',
  params,
  response: estimateSchema,
  errors: ['NUMBER_TAKEN'],
})

export const emailEstimate = endpoint({
  method: 'post',
  path: '/api/v1/estimates/{id}/email',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Email the estimate to its client, with its PDF',
  params,
  response: queuedMailSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const markEstimate = endpoint({
  method: 'post',
  path: '/api/v1/estimates/{id}/decision',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Mark an estimate accepted or declined by hand, or open it again',
  params,
  body: z.strictObject({
    /** `reopen` takes back what was marked by hand. An answer of the client stays. */
    decision: z.enum(['accept', 'decline', 'reopen']),
    /** Who told the owner, and how. */
    name: text(120, 0).default(''),
    note: text(maxDecisionNote, 50).default(''),
    version: z.int(),
  }),
  response: estimateSchema,
  errors: ['CHANGED_ELSEWHERE', 'ESTIMATE_DECIDED', 'ESTIMATE_INVOICED'],
})

const percentageMessage = 'Please enter a percentage above 0, up to 100.'
const amountMessage = 'Please enter an amount.'

/** How much is invoiced: everything that is left, or a part of the whole estimate, in thousandths of a percent or as an amount. */
export const invoicedPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rest') }),
  z.strictObject({
    kind: z.literal('percentage'),
    percentage: z.int(percentageMessage).min(1, percentageMessage).max(wholePercentage, percentageMessage),
  }),
  z.strictObject({ kind: z.literal('amount'), amountMinor: z.int(amountMessage).min(1, amountMessage) }),
])
export type InvoicedPart = z.infer<typeof invoicedPartSchema>

const daysMessage = 'Please enter a number of days from 0 to 365.'

export const invoiceEstimate = endpoint({
  method: 'post',
  path: '/api/v1/estimates/{id}/invoices',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Create an invoice of an estimate or of a part of it; an open estimate counts as accepted then',
  params,
  body: z
    .strictObject({
      /** An idempotency key. Requests with the same UUID create one invoice. */
      requestId: z.uuid(),
      part: invoicedPartSchema,
      /** What was left to invoice when the caller looked. If it is given and no longer right, nothing is created. */
      leftMinor: z.int().optional(),
      /** Those of the estimate, unless others are given. */
      paymentTerms: termsSchema.optional(),
      dueInDays: z.int(daysMessage).min(0, daysMessage).max(365, daysMessage).nullable().default(null),
      sendOption: z
        .enum(Object.keys(sendOptions) as [keyof typeof sendOptions, ...(keyof typeof sendOptions)[]])
        .default('email_later'),
    })
    .refine(({ paymentTerms, dueInDays }) => (paymentTerms === 'custom') === (dueInDays !== null), {
      path: ['dueInDays'],
      message: 'Please enter how many days until it’s due.',
    }),
  response: invoiceSchema,
  errors: [
    'PLAN_LIMIT_REACHED',
    'NUMBER_TAKEN',
    'CHANGED_ELSEWHERE',
    'ESTIMATE_DECIDED',
    'ESTIMATE_INVOICED',
    'TOO_MANY_REQUESTS',
  ],
})
