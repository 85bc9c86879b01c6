import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { documentStyleSchema, logoSchema, defaultStyle } from '../business/contract.ts'
import { chargeSchema, text } from './document/charge-rules.ts'
import {
  agreeOnDates,
  clientSchema,
  companySchema,
  datesDisagree,
  eachText,
  invoiceInputShape,
  termsSchema,
} from './document/input-rules.ts'

const tag = 'Invoices'
const params = z.strictObject({ id: z.uuid() })

const totalsSchema = z.strictObject({
  lineCents: z.array(z.int()),
  subtotalCents: z.int(),
  discountCents: z.int(),
  taxableCents: z.int(),
  taxesCents: z.array(z.int()),
  taxCents: z.int(),
  feesCents: z.int(),
  totalCents: z.int(),
})
const statusSchema = z.enum(['pending', 'paid', 'overdue'])
const momentSchema = z.iso.datetime()
export const paymentMethodSchema = z.enum(['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other'])

/** What came in for it and went back, oldest first; what was undone is not in it. */
const moneyShape = {
  movements: z
    .array(
      z.strictObject({
        kind: z.enum(['payment', 'refund', 'dispute']),
        on: z.string(),
        method: paymentMethodSchema,
        amountCents: z.int(),
        /** Moved no money; not said of what was stored before such payments were told apart. */
        isTest: z.boolean().optional(),
      }),
    )
    .default([]),
  /** Payments less refunds and less disputes that are open or lost. */
  receivedCents: z.int().default(0),
  /** The discount for paying early, once a payment earned it. */
  creditedCents: z.int().default(0),
  /** What went back and is not owed any more. */
  waivedCents: z.int().default(0),
  /** The client disputes a payment with their bank: nothing is to be paid until the bank has decided. */
  isDisputed: z.boolean().default(false),
}

export const invoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  /** Goes up with every change; a change must name the version it was made on. */
  version: z.int(),
  status: statusSchema,
  ...invoiceInputShape,
  logo: logoSchema.nullable(),
  totals: totalsSchema,
  ...moneyShape,
  /** What is still owed; 0 once it is paid. */
  openCents: z.int(),
  /** Where the client sees and pays it: the payment link. */
  publicUrl: z.string(),
  style: documentStyleSchema,
  /** The recurring invoice that it was made by. */
  seriesId: z.uuid().nullable(),
  sentAt: momentSchema.nullable(),
  viewedAt: momentSchema.nullable(),
  paidAt: momentSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
})
export type Invoice = z.infer<typeof invoiceSchema>

/** Everything that stands on the invoice, and nothing else: the page, the PDF and the mail are drawn from it. */
export const invoiceDocumentSchema = z.strictObject({
  number: z.string(),
  status: statusSchema,
  company: companySchema,
  logo: logoSchema.nullable(),
  client: clientSchema,
  issueDate: z.string(),
  dueDate: z.string(),
  paymentTerms: termsSchema,
  ...eachText(z.string()),
  charge: chargeSchema,
  totals: totalsSchema,
  ...moneyShape,
  earlyPayment: z
    .strictObject({ until: z.string(), discountCents: z.int(), amountCents: z.int() })
    .nullable(),
  /** What settles the invoice today; 0 once it is paid. */
  amountDueCents: z.int(),
  paidOn: z.string().nullable(),
  style: documentStyleSchema.default(defaultStyle),
})
export type InvoiceDocument = z.infer<typeof invoiceDocumentSchema>

export const invoiceListItemSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  totalCents: z.int(),
  /** Less than the total once a part was paid; 0 when it is paid. */
  openCents: z.int(),
  status: statusSchema,
  isDisputed: z.boolean(),
  sentAt: momentSchema.nullable(),
  /** Where its newest mail stands; null when there is none. */
  mail: z.enum(['held', 'queued', 'sent', 'failed']).nullable(),
  viewedAt: momentSchema.nullable(),
  /** The reminder that went out last, the one that comes next, and who stopped them. */
  remindedAt: momentSchema.nullable(),
  nextReminderAt: momentSchema.nullable(),
  remindersPausedBy: z.enum(['client', 'owner']).nullable(),
  /** The recurring invoice that it was made by. */
  seriesId: z.uuid().nullable(),
  /** Test payments, which moved no money, are counted in what was paid for it. */
  hasTestPayments: z.boolean(),
  publicUrl: z.string(),
})
export type InvoiceListItem = z.infer<typeof invoiceListItemSchema>

export const listInvoices = endpoint({
  method: 'get',
  path: '/api/v1/invoices',
  access: 'user',
  tag,
  summary: 'Invoices, newest due date first, 50 at a time',
  query: z.strictObject({
    status: z.enum(['all', 'pending', 'paid', 'overdue']).default('all'),
    /** Part of the client's name, in any case. */
    search: text(200).default(''),
    /** A place in the list, as an earlier answer gave it; at most one of the two. */
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    invoices: z.array(invoiceListItemSchema),
    /** For `after`; null on the last page. */
    next: z.string().nullable(),
    /** For `before`; null on the first page. */
    previous: z.string().nullable(),
  }),
})

export const getInvoiceSummary = endpoint({
  method: 'get',
  path: '/api/v1/invoices/summary',
  access: 'user',
  tag,
  summary: 'What is owed, what was paid and what is overdue, over all invoices',
  response: z.strictObject({
    /** Pending plus overdue, as far as it is still open. */
    outstandingCents: z.int(),
    outstandingCount: z.int(),
    /** All that was received, parts of open invoices included. */
    paidCents: z.int(),
    /** Invoices paid in full. */
    paidCount: z.int(),
    overdueCents: z.int(),
    overdueCount: z.int(),
    /** What of `paidCents` came by test payments, which moved no money. */
    testCents: z.int(),
  }),
})

export const createInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices',
  access: 'user',
  tag,
  summary: 'Make an invoice, remember its client and, if so chosen, mail it',
  bodyLimit: 512 * 1024,
  body: z
    .strictObject({
      ...invoiceInputShape,
      /** Any UUID, the same when the same invoice is sent again: it is then made only once. */
      requestId: z.uuid(),
    })
    .refine(agreeOnDates, datesDisagree),
  response: invoiceSchema,
  errors: ['PLAN_LIMIT_REACHED', 'TOO_MANY_REQUESTS'],
})

export const getInvoice = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}',
  access: 'user',
  tag,
  summary: 'One invoice',
  params,
  response: invoiceSchema,
})

export const updateInvoice = endpoint({
  method: 'put',
  path: '/api/v1/invoices/{id}',
  access: 'user',
  tag,
  summary: 'Change a pending invoice; one that was never mailed is mailed now, if so chosen',
  bodyLimit: 512 * 1024,
  params,
  body: z.strictObject({ ...invoiceInputShape, version: z.int() }).refine(agreeOnDates, datesDisagree),
  response: invoiceSchema,
  errors: ['CHANGED_ELSEWHERE', 'INVOICE_PAID', 'TOO_MANY_REQUESTS'],
})

export const deleteInvoice = endpoint({
  method: 'delete',
  path: '/api/v1/invoices/{id}',
  access: 'user',
  tag,
  summary: 'Remove a pending invoice that nothing was paid for, for good',
  params,
  errors: ['INVOICE_PAID', 'INVOICE_HAS_PAYMENTS', 'PAYMENT_UNDER_WAY'],
})

export const duplicateInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/duplicate',
  access: 'user',
  tag,
  summary: 'Make the same invoice again, dated today; it is not mailed by itself',
  params,
  response: invoiceSchema,
  errors: ['PLAN_LIMIT_REACHED'],
})

/** Where a mail to the client stands once asked for; `held` until the owner's own address is confirmed. */
const mailAnswerSchema = z.strictObject({ to: z.string(), state: z.enum(['queued', 'held']) })

export const emailInvoice = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/email',
  access: 'user',
  tag,
  summary: 'Mail the invoice to its client, with its PDF and payment link',
  params,
  response: mailAnswerSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const getTimeline = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/timeline',
  access: 'user',
  tag,
  summary: 'What happened to an invoice, newest first',
  params,
  response: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: z.uuid(),
        at: momentSchema,
        kind: z.enum([
          'created',
          'duplicated',
          'changed',
          'viewed',
          'paid',
          'payment',
          'overpaid',
          'refunded',
          'refund-failed',
          'undone',
          'waived',
          'owed-again',
          'disputed',
          'dispute-won',
          'dispute-lost',
          'recurred',
          'says-paid',
          'reminders-paused',
          'reminders-resumed',
          'reminder-skipped',
          'reminder-missed',
          'mail-held',
          'mail-queued',
          'mail-sent',
          'mail-failed',
        ]),
        /** Of what was paid or given back. */
        amountCents: z.int().nullable(),
        /** Of a payment that moved no money. */
        isTest: z.boolean(),
        /** Of a mail. */
        to: z.string().nullable(),
        /** What the mail carries; null for what is no mail. */
        mail: z.enum(['invoice', 'receipt', 'reminder', 'refund']).nullable(),
        /** Of a reminder that belongs to the series: its days from the due date. */
        offsetDays: z.int().nullable(),
        /** Why a mail failed, or has not left yet. */
        reason: z.string().nullable(),
        /** True for a mail that the business's own account did not take, and that leaves by itself once it does. */
        waitsForAccount: z.boolean(),
        /** What the client wrote about it. */
        note: z.string().nullable(),
      }),
    ),
  }),
})

export const getPublicInvoice = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}',
  access: 'public',
  tag,
  summary: 'What whoever has the link sees of an invoice',
  params,
  response: invoiceDocumentSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const noteInvoiceView = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/viewed',
  access: 'public',
  tag,
  summary: 'Note that the invoice was looked at; its own business’s looks do not count',
  params,
  errors: ['TOO_MANY_REQUESTS'],
})

export const emailPublicInvoice = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/email',
  access: 'public',
  tag,
  summary: 'Mail the invoice to the client’s address on it, at most three times an hour',
  params,
  response: mailAnswerSchema.omit({ to: true }),
  errors: ['TOO_MANY_REQUESTS'],
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
