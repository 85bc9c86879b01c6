import { z } from 'zod'
import { chargeProblems } from '../../shared/charge-problems.ts'
import { maxMinor } from '../../shared/currencies.ts'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { sumSchema } from '../figures/contract.ts'
import { invoiceSchema, paymentMethodSchema, queuedMailSchema } from '../invoices/contract.ts'
import { text } from '../invoices/document/charge-rules.ts'
import { handMethods, providerMethods } from './rules.ts'

const tag = 'Payments'
const params = z.strictObject({ id: z.uuid() })
const paymentParams = z.strictObject({ id: z.uuid(), paymentId: z.uuid() })
const momentSchema = z.iso.datetime()

export const getPaymentOptions = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}/payment-options',
  access: 'public',
  tag,
  summary: 'How anyone with the link can pay the invoice now, and how much',
  params,
  response: z.strictObject({
    /** What is due now: the open amount, less the early payment discount while it applies, or the parts that are due. */
    amountMinor: z.int(),
    /** The whole open amount, where only a part of it is due; null otherwise. */
    wholeMinor: z.int().nullable(),
    currency: z.string(),
    locale: z.string(),
    card: z.boolean(),
    paypal: z.boolean(),
    /** Why the amount can't be paid by card, whether or not cards are taken at all. */
    cardProblem: z.enum(chargeProblems).nullable(),
    /** Why it can't be paid with PayPal, where the business has connected PayPal. */
    paypalProblem: z.enum(chargeProblems).nullable(),
    /** No real card is charged. */
    isSandbox: z.boolean(),
    /** Paying with PayPal moves no real money. */
    isPaypalSandbox: z.boolean(),
    demo: z.boolean(),
    /** A payment that takes days to confirm has been made. */
    isProcessing: z.boolean(),
    /** A payment is disputed with the client's bank. Nothing can be paid until the bank has decided. */
    isDisputed: z.boolean(),
    /** The saved card that pays the invoices of this series, such as “Visa ending in 4242”; null without one. */
    savedCard: z.string().nullable(),
    /** Whether a card can be saved for the invoices of this series. */
    offersAutopay: z.boolean(),
  }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const stopAutopay = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/stop-autopay',
  access: 'public',
  tag,
  summary: 'Stop paying the invoices of this series with the saved card; a charge that has begun counts',
  params,
  errors: ['TOO_MANY_REQUESTS'],
})

export const startCheckout = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/checkout',
  access: 'public',
  tag,
  summary: 'The card provider’s or PayPal’s page for paying the invoice; the same one while it is open',
  params,
  body: z.strictObject({
    method: z.enum(providerMethods, 'Please choose how to pay.'),
    /** Pays all parts of the invoice at once instead of those that are due. */
    whole: z.boolean().optional(),
    /** The client agrees that the card is saved and pays the invoices of the series automatically. */
    savesCard: z.boolean().optional(),
  }),
  response: z.strictObject({ url: z.string().nullable() }),
  errors: [
    'INVOICE_PAID',
    'INVOICE_CANCELLED',
    'NOTHING_TO_PAY',
    'INVOICE_DISPUTED',
    'PAYMENT_UNDER_WAY',
    'NOT_CONFIGURED',
    'CARD_PROVIDER_FAILED',
    'TOO_MANY_REQUESTS',
  ],
})

/** An invoice that was paid in the same payment. The id is null if it had been deleted before. */
const paidInvoiceSchema = z.strictObject({
  id: z.uuid().nullable(),
  number: z.string(),
  amountMinor: z.int(),
})

export const confirmPayment = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/confirm-payment',
  access: 'public',
  tag,
  summary: 'Check with the card provider or PayPal how a checkout ended, and record it',
  params,
  body: z.strictObject({
    /** From the URL of /payment-success; null to read the state of the invoice. */
    sessionId: z.string().min(1).max(200).nullable(),
  }),
  response: z.strictObject({
    state: z.enum(['confirmed', 'pending', 'failed']),
    number: z.string(),
    company: z.string(),
    currency: z.string(),
    locale: z.string(),
    amountMinor: z.int().nullable(),
    paidOn: z.string().nullable(),
    /** Why the payment failed, as text for the client. */
    reason: z.string().nullable(),
    receiptSent: z.boolean(),
    /** A test payment: no money moved. */
    isTest: z.boolean(),
    /** What was paid for each invoice, if several were paid together. */
    together: z.array(paidInvoiceSchema),
  }),
  errors: ['CARD_PROVIDER_FAILED', 'TOO_MANY_REQUESTS'],
})

export const payDemo = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/demo-payment',
  access: 'public',
  tag,
  summary: 'Pay the invoice without real money, while test payments are allowed',
  params,
  /** Pays all parts of the invoice at once instead of those that are due. */
  query: z.strictObject({ whole: z.literal('true').optional() }),
  errors: [
    'DEMO_PAYMENTS_OFF',
    'INVOICE_PAID',
    'INVOICE_CANCELLED',
    'NOTHING_TO_PAY',
    'INVOICE_DISPUTED',
    'PAYMENT_UNDER_WAY',
    'TOO_MANY_REQUESTS',
  ],
})

export const sendReceipt = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/receipt',
  access: 'public',
  tag,
  summary:
    'Email the receipt of a paid invoice again, to the client’s address on it, at most three times an hour',
  params,
  response: z.strictObject({ state: z.enum(['queued', 'held']) }),
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const ledgerSchema = z.strictObject({
  /** The currency of all amounts but `homeMinor`, and the number format of the invoice. */
  currency: z.string(),
  locale: z.string(),
  /** The home currency of the business. */
  homeCurrency: z.string(),
  totalMinor: z.int(),
  /** The sum of the credit notes. The invoice asks for the rest. */
  creditNotesMinor: z.int(),
  /** Payments less refunds and less disputes that are open or lost. */
  receivedMinor: z.int(),
  /** The discount for paying early, where a payment earned it. */
  creditedMinor: z.int(),
  /** Refunds and lost disputes that the client does not owe again. */
  waivedMinor: z.int(),
  openMinor: z.int(),
  overpaidMinor: z.int(),
  payments: z.array(
    z.strictObject({
      id: z.uuid(),
      method: paymentMethodSchema,
      /** A test payment: no money moved. */
      isTest: z.boolean(),
      amountMinor: z.int(),
      /** What it was worth in the home currency on its day. Null in the home currency, and while no rate is known. */
      homeMinor: z.int().nullable(),
      /** What one unit of its currency was worth in the home currency. Null together with `homeMinor`. */
      rate: z.string().nullable(),
      ratedOn: z.string().nullable(),
      /** Who published the rate; `own` for a rate that the business entered. */
      rateSource: z.string().nullable(),
      creditedMinor: z.int(),
      refundedMinor: z.int(),
      receivedOn: z.string(),
      receivedAt: momentSchema,
      note: z.string(),
      /** The transaction in the bank that it is matched with; null also for those who may not see the banks. */
      bankTransaction: z.strictObject({ id: z.uuid(), description: z.string() }).nullable(),
      /** The other invoices that the client paid in the same payment. */
      together: z.array(paidInvoiceSchema),
      undoneAt: momentSchema.nullable(),
      /** Recorded by hand or a demo payment, so it can be undone. */
      canUndo: z.boolean(),
      /** The amount of a payment by card or PayPal that can still be refunded. */
      refundableMinor: z.int(),
      refunds: z.array(
        z.strictObject({
          id: z.uuid(),
          amountMinor: z.int(),
          state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'removed']),
          /** Whether the client owes it again. */
          stillOwed: z.boolean(),
          createdAt: momentSchema,
        }),
      ),
      disputes: z.array(
        z.strictObject({
          id: z.uuid(),
          amountMinor: z.int(),
          /** The provider's code, such as `fraudulent`. Providers may add codes. */
          reason: z.string(),
          /** For `open` and `lost` the bank has taken the money back; an `inquiry` moves no money. */
          state: z.enum(['inquiry', 'open', 'won', 'lost', 'removed']),
          stillOwed: z.boolean(),
          /** Whether the bank waits for evidence, to be sent at `url` by `evidenceDueAt`. */
          needsResponse: z.boolean(),
          evidenceDueAt: momentSchema.nullable(),
          url: z.string(),
          openedOn: z.string(),
        }),
      ),
    }),
  ),
})
export type Ledger = z.infer<typeof ledgerSchema>
export type LedgerPayment = Ledger['payments'][number]

export const listPayments = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/payments',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What was paid for an invoice and refunded, newest first, and the balance due',
  params,
  response: ledgerSchema,
})

export const recordPayment = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/payments',
  access: { permission: 'money.write' },
  tag,
  summary: 'Record a payment made another way, such as cash, a transfer or a check',
  params,
  body: z.strictObject({
    method: z.enum(handMethods, 'Please choose how it was paid.'),
    amountMinor: z.int().min(0, 'Please enter an amount.').max(maxMinor, 'This amount is too large.'),
    /** In the business's time zone; not in the future. */
    receivedOn: z.string().refine(isIsoDate, 'Please choose the date of the payment.'),
    note: text(500),
    /** Mails the receipt to the client if this settles the invoice. */
    sendReceipt: z.boolean(),
    /** Any UUID. Repeating the request with the same UUID records the payment only once. */
    requestId: z.uuid(),
  }),
  response: invoiceSchema,
  errors: ['PERIOD_CLOSED', 'INVOICE_PAID', 'INVOICE_CANCELLED', 'APPROVAL_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const undoPayment = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/payments/{paymentId}/undo',
  access: { permission: 'money.write' },
  tag,
  summary: 'Undo a payment that was recorded by hand or made as a demo; it stays in the ledger as undone',
  params: paymentParams,
  response: invoiceSchema,
  errors: ['PERIOD_CLOSED', 'NOT_UNDOABLE'],
})

const paymentReceipt = {
  path: '/api/v1/invoices/{id}/payments/{paymentId}/receipt',
  tag,
  params: paymentParams,
  errors: ['TOO_MANY_REQUESTS'],
} as const

export const getPaymentReceipt = endpoint({
  ...paymentReceipt,
  method: 'get',
  access: { permission: 'sales.read' },
  summary: 'The receipt of one payment as a PDF: what was paid, when and how, and the balance due after it',
  givesFile: ['application/pdf'],
})

export const emailPaymentReceipt = endpoint({
  ...paymentReceipt,
  method: 'post',
  access: { permission: 'sales.write' },
  summary: 'Email the receipt of one payment to the client, at most ten times an hour for an invoice',
  response: queuedMailSchema,
})

export const refundPayment = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/payments/{paymentId}/refund',
  access: { permission: 'money.write' },
  tag,
  summary: 'Refund a payment by card or PayPal, in full or in part',
  params: paymentParams,
  body: z.strictObject({
    amountMinor: z.int().min(1, 'Please enter an amount.').max(maxMinor, 'This amount is too large.'),
    /** Whether the client owes the amount again. If not, the invoice stays settled. */
    stillOwed: z.boolean().default(false),
    /** Any UUID. Repeating the request with the same UUID makes only one refund. */
    requestId: z.uuid(),
  }),
  response: invoiceSchema,
  errors: ['NOT_REFUNDABLE', 'CARD_PROVIDER_FAILED'],
})

export const getTestPayments = endpoint({
  method: 'get',
  path: '/api/v1/payments/tests',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Payments that moved no money and still count, and whether more are allowed',
  response: z.strictObject({
    /** The home currency, in which the sum is. */
    currency: z.string(),
    ...sumSchema.shape,
    invoiceCount: z.int(),
    /** False once real money can be or was received, or the operator turned tests off. */
    areAllowed: z.boolean(),
  }),
})

export const removeTestPayments = endpoint({
  method: 'post',
  path: '/api/v1/payments/remove-tests',
  access: { permission: 'money.write' },
  tag,
  summary:
    'Remove all test payments; they stay in the ledger as removed, and their invoices are unpaid again',
  response: z.strictObject({ count: z.int() }),
})

const stillOwed = {
  method: 'put',
  access: { permission: 'money.write' },
  tag,
  body: z.strictObject({ stillOwed: z.boolean() }),
  response: invoiceSchema,
} as const

export const setRefundOwed = endpoint({
  ...stillOwed,
  path: '/api/v1/invoices/{id}/refunds/{refundId}/still-owed',
  summary: 'Choose whether the client still owes what was refunded',
  params: z.strictObject({ id: z.uuid(), refundId: z.uuid() }),
})

export const setDisputeOwed = endpoint({
  ...stillOwed,
  path: '/api/v1/invoices/{id}/disputes/{disputeId}/still-owed',
  summary: 'Choose whether the client still owes what their bank took back',
  params: z.strictObject({ id: z.uuid(), disputeId: z.uuid() }),
})

const webhook = {
  method: 'post',
  access: 'public',
  tag,
  takesFile: true,
  bodyLimit: 1024 * 1024,
  response: z.strictObject({ received: z.literal(true) }),
} as const

export const receiveStripeEvent = endpoint({
  ...webhook,
  path: '/api/v1/webhooks/stripe',
  summary: 'Receives signed events from the card provider',
  errors: ['INVALID_SIGNATURE', 'CARD_PROVIDER_FAILED'],
})

export const receiveOwnStripeEvent = endpoint({
  ...webhook,
  path: '/api/v1/webhooks/stripe/{webhookId}',
  summary: 'Receives signed events from a business’s own account with the card provider',
  params: z.strictObject({ webhookId: z.uuid() }),
  errors: ['INVALID_SIGNATURE', 'CARD_PROVIDER_FAILED', 'TOO_MANY_REQUESTS'],
})
