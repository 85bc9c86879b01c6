import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { requiredText } from '../../../shared/text-schema.ts'
import { invoiceSchema } from '../contract.ts'
import { approvalSchema, maxNoteLength } from './approval-rules.ts'

const tag = 'Invoices'
const params = z.strictObject({ id: z.uuid() })
const limitPath = '/api/v1/invoices/approval-limit'

const amountMessage = 'Enter an amount of 0 or more.'

export const approvalLimitSchema = z.strictObject({
  /** Invoices with a higher total wait for approval, unless their author may approve; null if none do. */
  aboveMinor: z.int().nullable(),
  /** The home currency, in which the limit is. */
  currency: z.string(),
})
export type ApprovalLimit = z.infer<typeof approvalLimitSchema>

export const getApprovalLimit = endpoint({
  method: 'get',
  path: limitPath,
  access: { permission: 'sales.read' },
  tag,
  summary: 'Above which total invoices wait for approval',
  response: approvalLimitSchema,
})

export const saveApprovalLimit = endpoint({
  method: 'put',
  path: limitPath,
  access: { permission: 'settings.write' },
  tag,
  summary: 'Choose above which total invoices wait for approval; invoices that wait stay as they are',
  body: z.strictObject({
    aboveMinor: z
      .int(amountMessage)
      .min(0, amountMessage)
      .max(999_999_999_999, 'This is too much.')
      .nullable(),
  }),
  response: approvalLimitSchema,
  errors: ['PLAN_REQUIRED'],
})

const waitingInvoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  currency: z.string(),
  totalMinor: z.int(),
  approval: approvalSchema,
  /** The member who made or changed it last; null for one that a recurring invoice made. */
  who: z.string().nullable(),
})
export type WaitingInvoice = z.infer<typeof waitingInvoiceSchema>

export const listWaitingInvoices = endpoint({
  method: 'get',
  path: '/api/v1/invoices/waiting-for-approval',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The invoices that wait for approval or were sent back, the 50 oldest, and how many there are',
  response: z.strictObject({ invoices: z.array(waitingInvoiceSchema), count: z.int() }),
})

const eventShape = { who: z.string().nullable(), at: z.iso.datetime() }

export const getInvoiceApproval = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/approval',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Whether an invoice waits for approval, who asked, and why it was sent back',
  params,
  response: z.strictObject({
    approval: approvalSchema.nullable(),
    /** Null if the invoice needs no approval. */
    asked: z.strictObject(eventShape).nullable(),
    /** Only while it is sent back. */
    sentBack: z.strictObject({ ...eventShape, note: z.string() }).nullable(),
  }),
})

export const approveInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/approve',
  access: { permission: 'invoices.approve' },
  tag,
  summary: 'Approve an invoice that waits; it is emailed now if its author chose that',
  params,
  /** The version that was read. Approving twice is approving once. */
  body: z.strictObject({ version: z.int() }),
  response: invoiceSchema,
  errors: ['CHANGED_ELSEWHERE', 'TOO_MANY_REQUESTS'],
})

export const sendBackInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/send-back',
  access: { permission: 'invoices.approve' },
  tag,
  summary: 'Send an invoice that waits for approval back to its author, with a note',
  params,
  body: z.strictObject({
    version: z.int(),
    note: requiredText(maxNoteLength, 'Please say what has to change.'),
  }),
  response: invoiceSchema,
  errors: ['CHANGED_ELSEWHERE', 'NOT_WAITING'],
})
