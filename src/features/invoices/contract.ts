import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { invoiceEventKinds } from '../../shared/invoice-event-kinds.ts'
import { attachmentIds } from '../attachments/contract.ts'
import { currencySchema, defaultStyle, documentStyleSchema, logoSchema } from '../business/contract.ts'
import { lateFeeTermsSchema } from '../business/late-fee-rules.ts'
import { listExport, listFormatSchema } from '../exports/contract.ts'
import { shownFieldSchema } from '../fields/contract.ts'
import { sumSchema } from '../figures/contract.ts'
import { approvalSchema } from './approval/approval-rules.ts'
import { documentChargeSchema, text } from './document/charge-rules.ts'
import {
  datesMatchTerms,
  clientSchema,
  companySchema,
  datesMismatch,
  eachText,
  invoiceChecks,
  invoiceInputShape,
  termsSchema,
} from './document/input-rules.ts'
import { signatureSchema } from './document/signature-rules.ts'

const tag = 'Invoices'
const params = z.strictObject({ id: z.uuid() })

const totalsSchema = z.strictObject({
  lineMinor: z.array(z.int()),
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  taxableMinor: z.int(),
  taxesMinor: z.array(z.int()),
  taxMinor: z.int(),
  feesMinor: z.int(),
  totalMinor: z.int(),
  /** On a credit note: what each tax is on, and what no tax is on, without tax. */
  bases: z.strictObject({ taxedMinor: z.array(z.int()), untaxedMinor: z.int() }).optional(),
})
/** A part of an invoice. The last one is the rest, whose `amount` is null. */
const partSchema = z.strictObject({
  amount: z.strictObject({ kind: z.enum(['percentage', 'fixed']), value: z.int() }).nullable(),
  amountMinor: z.int(),
  paidMinor: z.int(),
  openMinor: z.int(),
  dueDate: z.string(),
  state: z.enum(['paid', 'due', 'later', 'overdue']),
})
const statusSchema = z.enum(['pending', 'paid', 'overdue', 'cancelled'])
const momentSchema = z.iso.datetime()
export const paymentMethodSchema = z.enum(['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other'])

export const movementSchema = z.strictObject({
  kind: z.enum(['payment', 'refund', 'dispute']),
  on: z.string(),
  method: paymentMethodSchema,
  amountMinor: z.int(),
  /** A test payment. Missing in documents stored before test payments existed. */
  isTest: z.boolean().optional(),
})
export type Movement = z.infer<typeof movementSchema>

/** The money of an invoice. `movements` are oldest first and do not include undone payments. */
const moneyShape = {
  movements: z.array(movementSchema).default([]),
  /** Oldest first. `id` is that of its public page. */
  creditNotes: z
    .array(z.strictObject({ id: z.uuid(), number: z.string(), on: z.string(), amountMinor: z.int() }))
    .default([]),
  /** The late fees that were added, oldest first. */
  lateFees: z
    .array(z.strictObject({ dueDate: z.string(), on: z.string(), amountMinor: z.int() }))
    .default([]),
  /** The sum of the credit notes. */
  creditNotesMinor: z.int().default(0),
  /** Payments minus refunds and minus disputes that are open or lost. */
  receivedMinor: z.int().default(0),
  /** The early payment discount that a payment earned. */
  creditedMinor: z.int().default(0),
  /** The amount that went back to the client and is no longer owed. */
  waivedMinor: z.int().default(0),
  /** The client disputes a payment with their bank. Nothing can be paid until the bank decides. */
  isDisputed: z.boolean().default(false),
}

export const invoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  /** Increases with every change. An update must name the version that it is based on. */
  version: z.int(),
  status: statusSchema,
  ...invoiceInputShape,
  /** The whole schedule, by date; empty if everything is due at once. `dueDate` is the date of the last part. */
  parts: z.array(partSchema),
  /** The number format of the document. */
  locale: z.string(),
  /** Those of its own fields that documents show. */
  shownFields: z.array(shownFieldSchema),
  logo: logoSchema.nullable(),
  totals: totalsSchema,
  ...moneyShape,
  /** The amount still owed; 0 once the invoice is paid. */
  openMinor: z.int(),
  /** The amount to pay now: that of the parts whose date has come, or of the next part. Without parts, the open amount. */
  dueMinor: z.int(),
  /** Whether a credit note can be made for it. */
  canBeCredited: z.boolean(),
  /** Null if it is approved or needs no approval. */
  approval: approvalSchema.nullable(),
  /** The payment link: the page where the client views and pays the invoice. */
  publicUrl: z.string(),
  style: documentStyleSchema,
  seriesId: z.uuid().nullable(),
  /** The estimate that it was made from. */
  estimateId: z.uuid().nullable(),
  sentAt: momentSchema.nullable(),
  viewedAt: momentSchema.nullable(),
  paidAt: momentSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
})
export type Invoice = z.infer<typeof invoiceSchema>

/** Everything that is shown on an invoice. The page, the PDF and the mails are rendered from it. */
export const invoiceDocumentSchema = z.strictObject({
  number: z.string(),
  status: statusSchema,
  company: companySchema,
  logo: logoSchema.nullable(),
  client: clientSchema,
  issueDate: z.string(),
  dueDate: z.string(),
  /** Missing in documents stored before invoices could be paid in parts. */
  parts: z.array(partSchema).default([]),
  paymentTerms: termsSchema,
  ...eachText(z.string()),
  /** Those of its own fields that documents show. Missing in documents stored before they existed. */
  shownFields: z.array(shownFieldSchema).default([]),
  /** Missing in documents stored before it existed. */
  taxNote: z.string().default(''),
  /** Missing in documents stored before there were other currencies than US dollars; so is `locale`. */
  currency: z.string().default('USD'),
  locale: z.string().default('en-US'),
  charge: documentChargeSchema,
  /** When late fees are added; null for never, and in documents stored before there were late fees. */
  lateFeeTerms: lateFeeTermsSchema.nullable().default(null),
  totals: totalsSchema,
  ...moneyShape,
  earlyPayment: z
    .strictObject({ until: z.string(), discountMinor: z.int(), amountMinor: z.int() })
    .nullable(),
  /** The amount to pay now; 0 once the invoice is paid. It settles the invoice, or the parts that are due. */
  amountDueMinor: z.int(),
  paidOn: z.string().nullable(),
  /** Only where a saved card of the client will pay. */
  autopay: z.strictObject({ card: z.string(), on: z.string(), amountMinor: z.int() }).optional(),
  /** Only on a credit note: the invoice that it credits. Amounts are credits then, and `notes` is the reason. */
  creditedInvoice: z.strictObject({ number: z.string(), issueDate: z.string() }).optional(),
  /** Only on an estimate. Nothing is due then. */
  estimate: z
    .strictObject({
      validUntil: z.string(),
      status: z.enum(['open', 'accepted', 'declined', 'expired']),
      /** Who accepted it; null if the owner marked it by hand, and before. */
      accepted: z
        .strictObject({ name: z.string(), on: z.string(), signature: signatureSchema.nullable() })
        .nullable(),
    })
    .optional(),
  style: documentStyleSchema.default(defaultStyle),
})
export type InvoiceDocument = z.infer<typeof invoiceDocumentSchema>

export const invoiceListItemSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  issueDate: z.string(),
  /** With parts, the date of the next one. */
  dueDate: z.string(),
  currency: z.string(),
  totalMinor: z.int(),
  /** The sum of its credit notes. */
  creditNotesMinor: z.int(),
  /** The amount still owed; 0 once the invoice is paid. */
  openMinor: z.int(),
  status: statusSchema,
  approval: approvalSchema.nullable(),
  isDisputed: z.boolean(),
  sentAt: momentSchema.nullable(),
  /** The state of the newest mail with this invoice; null before the first mail. */
  mail: z.enum(['held', 'queued', 'sent', 'failed']).nullable(),
  viewedAt: momentSchema.nullable(),
  /** When the last reminder was sent, when the next one is planned, and who paused them. */
  remindedAt: momentSchema.nullable(),
  nextReminderAt: momentSchema.nullable(),
  remindersPausedBy: z.enum(['client', 'owner']).nullable(),
  seriesId: z.uuid().nullable(),
  hasTestPayments: z.boolean(),
  publicUrl: z.string(),
})
export type InvoiceListItem = z.infer<typeof invoiceListItemSchema>

export const listInvoices = endpoint({
  method: 'get',
  path: '/api/v1/invoices',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Invoices, newest due date first, 50 at a time',
  query: z.strictObject({
    status: z.enum(['all', 'pending', 'paid', 'overdue']).default('all'),
    /** Part of the client's name or of an own field, the number from its beginning, its running number, or the total or balance due; case-insensitive. */
    search: text(200).default(''),
    /** A cursor from an earlier response. Only one of `after` and `before` may be given. */
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    invoices: z.array(invoiceListItemSchema),
    /** The cursor for `after`; null on the last page. */
    next: z.string().nullable(),
    /** The cursor for `before`; null on the first page. */
    previous: z.string().nullable(),
  }),
})

export const exportInvoices = endpoint({
  ...listExport,
  access: { permission: 'sales.read' },
  path: '/api/v1/invoices/export',
  tag,
  summary: 'The invoices of the list, all pages, as a spreadsheet',
  query: listInvoices.query.omit({ after: true, before: true }).extend({ format: listFormatSchema }),
})

export const getInvoiceSummary = endpoint({
  method: 'get',
  path: '/api/v1/invoices/summary',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What is owed, what was paid and what is overdue, over all invoices',
  response: z.strictObject({
    /** The home currency, in which the sums are. */
    currency: z.string(),
    /** The open amounts of pending and overdue invoices. */
    outstanding: sumSchema,
    /** The total received, including partial payments of unpaid invoices. `count` counts the invoices paid in full. */
    paid: sumSchema,
    overdue: sumSchema,
    /** The part of `paid` that came from test payments. */
    testMinor: z.int(),
  }),
})

/** A program may leave out the currency: a new invoice is then in the home currency, and another keeps its own. */
const invoiceBodyShape = { ...invoiceInputShape, currency: currencySchema.optional() }

export const createInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Create an invoice, save its client and email it if requested',
  bodyLimit: 512 * 1024,
  body: z
    .strictObject({
      ...invoiceBodyShape,
      /** Files that were sent before. */
      attachments: attachmentIds.optional(),
      /** An idempotency key. Requests with the same UUID create one invoice. */
      requestId: z.uuid(),
    })
    .refine(datesMatchTerms, datesMismatch)
    .check(...invoiceChecks),
  response: invoiceSchema,
  errors: ['PERIOD_CLOSED', 'PLAN_LIMIT_REACHED', 'NUMBER_TAKEN', 'ALREADY_BILLED', 'TOO_MANY_REQUESTS'],
})

export const getInvoice = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}',
  access: { permission: 'sales.read' },
  tag,
  summary: 'One invoice',
  params,
  response: invoiceSchema,
})

export const updateInvoice = endpoint({
  method: 'put',
  path: '/api/v1/invoices/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Change a pending invoice; one that was never emailed is emailed now if requested',
  bodyLimit: 512 * 1024,
  params,
  body: z
    .strictObject({ ...invoiceBodyShape, version: z.int() })
    .refine(datesMatchTerms, datesMismatch)
    .check(...invoiceChecks),
  response: invoiceSchema,
  errors: [
    'PERIOD_CLOSED',
    'CHANGED_ELSEWHERE',
    'INVOICE_PAID',
    'INVOICE_CREDITED',
    'INVOICE_CANCELLED',
    'APPROVAL_NEEDED',
    'ALREADY_BILLED',
    'TOO_MANY_REQUESTS',
  ],
})

export const deleteInvoice = endpoint({
  method: 'delete',
  path: '/api/v1/invoices/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Permanently delete a pending invoice without payments',
  params,
  errors: [
    'PERIOD_CLOSED',
    'INVOICE_PAID',
    'INVOICE_CREDITED',
    'INVOICE_HAS_PAYMENTS',
    'PAYMENT_UNDER_WAY',
    'INVOICE_NUMBERED',
  ],
})

export const duplicateInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/duplicate',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Copy an invoice, dated today; the copy isn’t emailed automatically',
  params,
  response: invoiceSchema,
  errors: ['PLAN_LIMIT_REACHED', 'NUMBER_TAKEN'],
})

/** The state of a requested mail to the client; `held` until the owner confirms their own e-mail address. */
export const queuedMailSchema = z.strictObject({ to: z.string(), state: z.enum(['queued', 'held']) })

export const emailInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/email',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Email the invoice to its client, with its PDF and payment link',
  params,
  response: queuedMailSchema,
  errors: ['INVOICE_CANCELLED', 'APPROVAL_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const getTimeline = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/timeline',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What happened to an invoice, newest first',
  params,
  response: z.strictObject({
    currency: z.string(),
    entries: z.array(
      z.strictObject({
        id: z.uuid(),
        at: momentSchema,
        kind: z.enum([
          ...invoiceEventKinds,
          'reminder-skipped',
          'reminder-missed',
          'mail-held',
          'mail-queued',
          'mail-sent',
          'mail-failed',
        ]),
        amountMinor: z.int().nullable(),
        isTest: z.boolean(),
        to: z.string().nullable(),
        /** The kind of mail; null for other entries. */
        mail: z.enum(['invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'autopay']).nullable(),
        /** For a reminder of the series: its days from the due date. */
        offsetDays: z.int().nullable(),
        /** Why a mail failed or has not been sent yet. */
        reason: z.string().nullable(),
        /** True for a mail that the business's own mail account rejected. It is sent automatically once that works. */
        waitsForAccount: z.boolean(),
        note: z.string().nullable(),
        /** The member who did it; null for the product itself, a client or a job. */
        who: z.string().nullable(),
      }),
    ),
  }),
})
