import { z } from 'zod'
import { chargeProblems } from '../../shared/charge-problems.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { checkTaxId } from '../../shared/tax-ids.ts'
import { requiredText } from '../../shared/text-schema.ts'
import { currencySchema, logoSchema } from '../business/contract.ts'
import { clientDetailsShape } from '../clients/contract.ts'
import { portalTokenPattern } from '../clients/portal/portal-token-rules.ts'
import { estimateStatusSchema } from '../estimates/contract.ts'
import { providerMethods } from '../payments/rules.ts'
import { maxMessageLength } from './rules.ts'

const tag = 'Client portal'
/** The token of the link. What does not look like one is refused like one that is no longer valid. */
export const tokenSchema = z.string().regex(portalTokenPattern)
const params = z.strictObject({ token: tokenSchema })
const momentSchema = z.iso.datetime()
const dateSchema = z.iso.date()
const limited = ['TOO_MANY_REQUESTS'] as const
const guarded = ['PORTAL_CODE_NEEDED', 'TOO_MANY_REQUESTS'] as const
const written = ['PREVIEW_ONLY', ...guarded] as const
const unpayable = [
  'INVOICE_PAID',
  'INVOICE_CANCELLED',
  'INVOICE_DISPUTED',
  'PAYMENT_UNDER_WAY',
  'NOTHING_TO_PAY',
] as const

/** Positions in a list, from an earlier response. Only one of them may be given. */
const pageQuery = { after: z.string().max(200).optional(), before: z.string().max(200).optional() }
const pageCursors = { next: z.string().nullable(), previous: z.string().nullable() }

export const openPortal = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/door',
  access: 'public',
  tag,
  summary: 'Whose portal a link opens, and whether this browser has to be confirmed with a code',
  params,
  response: z.strictObject({
    business: z.strictObject({ name: z.string(), logo: logoSchema.nullable() }),
    /** Where the code is sent, without most of its letters. */
    maskedEmail: z.string(),
    isOpen: z.boolean(),
  }),
  errors: limited,
})

export const sendPortalCode = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/code',
  access: 'public',
  tag,
  summary: 'Email a code to the client’s known address, at most five times an hour',
  params,
  errors: limited,
})

export const enterPortalCode = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/devices',
  access: 'public',
  tag,
  summary: 'Confirm this browser with the code. Five wrong ones end it',
  params,
  body: z.strictObject({
    code: z
      .string()
      .transform((typed) => typed.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits of the code.')),
  }),
  errors: ['PORTAL_CODE_WRONG', 'TOO_MANY_REQUESTS'],
})

export const requestPortalLink = endpoint({
  method: 'post',
  path: '/api/v1/portal/link',
  access: 'public',
  tag,
  summary: 'Email the current link to the address that the business knows. The answer is always the same',
  body: z.strictObject({ token: z.string().max(1000) }),
  errors: limited,
})

const owedSchema = z.strictObject({ currency: z.string(), openMinor: z.int(), overdueMinor: z.int() })

export const getPortal = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}',
  access: 'public',
  tag,
  summary: 'What a client owes, and who they deal with',
  params,
  response: z.strictObject({
    business: z.strictObject({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      logo: logoSchema.nullable(),
    }),
    client: z.strictObject({ companyName: z.string(), contactName: z.string() }),
    timeZone: z.string(),
    /** Today in the time zone of the business. */
    today: dateSchema,
    /** A signed-in owner looks at it: nothing can be sent. */
    isPreview: z.boolean(),
    /** Of the client’s invoices, the home currency of the business first. */
    currencies: z.array(z.string()),
    /** By currency. Empty if nothing is owed. */
    owed: z.array(owedSchema),
    /** What is due next in each currency, today or later; by date. */
    nextDue: z.array(z.strictObject({ date: dateSchema, currency: z.string(), minor: z.int() })),
  }),
  errors: guarded,
})
export type Portal = z.infer<typeof getPortal.response>

export const notePortalOpened = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/opened',
  access: 'public',
  tag,
  summary: 'Record that the client opened the portal; a preview doesn’t count',
  params,
  errors: guarded,
})

export const portalInvoiceSchema = z.strictObject({
  /** The address of its page and its PDF. */
  id: z.uuid(),
  number: z.string(),
  issueDate: dateSchema,
  dueDate: dateSchema,
  currency: z.string(),
  totalMinor: z.int(),
  openMinor: z.int(),
  /** What of it is to be paid now: of an invoice in parts, what is due. */
  dueMinor: z.int(),
  status: z.enum(['pending', 'paid', 'overdue', 'cancelled']),
  isDisputed: z.boolean(),
})
export type PortalInvoice = z.infer<typeof portalInvoiceSchema>

export const listPortalInvoices = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/invoices',
  access: 'public',
  tag,
  summary: 'The invoices of the client, newest issue date first, 50 at a time',
  params,
  query: z.strictObject({ status: z.enum(['all', 'open', 'paid']).default('all'), ...pageQuery }),
  response: z.strictObject({ invoices: z.array(portalInvoiceSchema), ...pageCursors }),
  errors: guarded,
})

/** How many there may be is checked where they are paid. */
const invoiceIds = z.array(z.uuid()).max(1000)
const problemSchema = z.enum(chargeProblems).nullable()

export const getPortalPaymentOptions = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/payment-options',
  access: 'public',
  tag,
  summary: 'How these invoices can be paid in one payment, and what is due on them together',
  params,
  body: z.strictObject({ invoiceIds }),
  response: z.strictObject({
    /** Null if they cannot be paid together. */
    amountMinor: z.int().nullable(),
    currency: z.string().nullable(),
    card: z.boolean(),
    paypal: z.boolean(),
    /** Whether a payment without money is possible. */
    demo: z.boolean(),
    /** No real card is charged, or no real money moves. */
    isSandbox: z.boolean(),
    isPaypalSandbox: z.boolean(),
    cardProblem: problemSchema,
    /** A payment for one of them takes days to confirm. */
    isProcessing: z.boolean(),
    /** Why they cannot be paid together now. */
    problem: z.string().nullable(),
  }),
  errors: guarded,
})

export const startPortalCheckout = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/checkout',
  access: 'public',
  tag,
  summary: 'Start one payment for several invoices of one currency, on the page of Stripe or PayPal',
  params,
  body: z.strictObject({ invoiceIds, method: z.enum(providerMethods) }),
  response: z.strictObject({ url: z.string().nullable() }),
  errors: [...written, ...unpayable, 'CARD_PROVIDER_FAILED'],
})

export const payPortalDemo = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/demo-payment',
  access: 'public',
  tag,
  summary: 'Pay several invoices of one currency without real money, while test payments are allowed',
  params,
  body: z.strictObject({ invoiceIds }),
  errors: [...written, ...unpayable, 'DEMO_PAYMENTS_OFF'],
})

export const portalEstimateSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  issueDate: dateSchema,
  validUntil: dateSchema,
  currency: z.string(),
  totalMinor: z.int(),
  status: estimateStatusSchema,
})
export type PortalEstimate = z.infer<typeof portalEstimateSchema>

export const listPortalEstimates = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/estimates',
  access: 'public',
  tag,
  summary: 'The estimates that were sent to the client, newest first, 50 at a time',
  params,
  query: z.strictObject(pageQuery),
  response: z.strictObject({ estimates: z.array(portalEstimateSchema), ...pageCursors }),
  errors: guarded,
})

export const portalPaymentSchema = z.strictObject({
  id: z.uuid(),
  invoiceId: z.uuid(),
  invoiceNumber: z.string(),
  receivedOn: dateSchema,
  method: z.enum(['card', 'paypal', 'demo', 'cash', 'transfer', 'cheque', 'other']),
  currency: z.string(),
  amountMinor: z.int(),
  refundedMinor: z.int(),
  isTest: z.boolean(),
})
export type PortalPayment = z.infer<typeof portalPaymentSchema>

export const listPortalPayments = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/payments',
  access: 'public',
  tag,
  summary: 'The payments of the client, newest first, 50 at a time',
  params,
  query: z.strictObject(pageQuery),
  response: z.strictObject({ payments: z.array(portalPaymentSchema), ...pageCursors }),
  errors: guarded,
})

export const getPortalReceipt = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/payments/{paymentId}/receipt',
  access: 'public',
  tag,
  summary: 'The receipt of one payment as a PDF',
  params: z.strictObject({ token: tokenSchema, paymentId: z.uuid() }),
  givesFile: ['application/pdf'],
  errors: guarded,
})

export const getPortalStatement = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/statement',
  access: 'public',
  tag,
  summary: 'The statement of account of the client as a PDF',
  params,
  query: z
    .strictObject({ currency: currencySchema, from: dateSchema, to: dateSchema })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'Please choose a day that isn’t before the first.',
    }),
  givesFile: ['application/pdf'],
  errors: guarded,
})

/** What a client may ask to have changed. How they are taxed is decided by the business. */
export const portalDetailsSchema = z
  .strictObject({
    name: requiredText(120, 'Please enter your company name.'),
    contactName: clientDetailsShape.contactName,
    email: clientDetailsShape.email,
    phone: clientDetailsShape.phone,
    address: clientDetailsShape.address,
    country: clientDetailsShape.country,
    taxId: clientDetailsShape.taxId,
  })
  .superRefine(({ country, taxId }, context) => {
    const checked = checkTaxId(country, taxId)
    if ('message' in checked) context.addIssue({ code: 'custom', path: ['taxId'], message: checked.message })
  })

export const shownDetailsSchema = z.strictObject({
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  country: z.string(),
  taxId: z.string(),
})
export type PortalDetails = z.infer<typeof shownDetailsSchema>

export const proposalSchema = z.strictObject({
  id: z.uuid(),
  state: z.enum(['pending', 'accepted', 'declined']),
  details: shownDetailsSchema,
  createdAt: momentSchema,
})
export type Proposal = z.infer<typeof proposalSchema>

const ownDetailsSchema = z.strictObject({
  details: shownDetailsSchema,
  /** The newest change that the client asked for; null without one. */
  proposal: proposalSchema.nullable(),
})

export const getPortalDetails = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/details',
  access: 'public',
  tag,
  summary: 'The details of the client, and the change they asked for',
  params,
  response: ownDetailsSchema,
  errors: guarded,
})

export const proposePortalDetails = endpoint({
  method: 'put',
  path: '/api/v1/portal/{token}/details',
  access: 'public',
  tag,
  summary: 'Ask the business to change the details. A change that waits already is replaced',
  params,
  body: portalDetailsSchema,
  response: ownDetailsSchema,
  errors: written,
})

export const messageSchema = z.strictObject({
  id: z.uuid(),
  author: z.enum(['client', 'owner']),
  body: z.string(),
  at: momentSchema,
  isRead: z.boolean(),
})
export type Message = z.infer<typeof messageSchema>

export const threadSchema = z.strictObject({
  /** Newest first. */
  messages: z.array(messageSchema),
  next: z.string().nullable(),
})
export type Thread = z.infer<typeof threadSchema>
export const threadQuery = z.strictObject({ after: z.string().max(200).optional() })

export const newMessageSchema = z.strictObject({
  body: requiredText(maxMessageLength, 'Please write a message.'),
  /** An idempotency key. Requests with the same UUID send one message. */
  requestId: z.uuid(),
})

export const listPortalMessages = endpoint({
  method: 'get',
  path: '/api/v1/portal/{token}/messages',
  access: 'public',
  tag,
  summary: 'What the client and the business wrote to each other, newest first, 30 at a time',
  params,
  query: threadQuery,
  response: threadSchema,
  errors: guarded,
})

export const sendPortalMessage = endpoint({
  method: 'post',
  path: '/api/v1/portal/{token}/messages',
  access: 'public',
  tag,
  summary: 'Send a message to the business, which is emailed to it',
  params,
  body: newMessageSchema,
  response: messageSchema,
  errors: written,
})
