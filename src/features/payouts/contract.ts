import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { transactionSchema } from '../transactions/contract.ts'

const tag = 'Payouts'

const payoutSchema = z.strictObject({
  id: z.uuid(),
  provider: z.enum(['card', 'paypal']),
  currency: z.string(),
  /** Negative if the provider took money from the bank. */
  amountMinor: z.int(),
  state: z.enum(['in-transit', 'paid', 'failed', 'canceled']),
  /** The day on which the bank should have it. */
  arrivesOn: z.string(),
  /** No money moved. */
  isTest: z.boolean(),
  feeMinor: z.int(),
  paymentCount: z.int(),
  refundCount: z.int(),
  /** Whether its bank transaction has been found. */
  isMatched: z.boolean(),
})
export type Payout = z.infer<typeof payoutSchema>

const accountSchema = z.strictObject({
  provider: z.enum(['card', 'paypal']),
  /** forbidden: the key lacks the permission. refused: the key or the account is not accepted. */
  problem: z.enum(['forbidden', 'refused']),
})

export const listPayouts = endpoint({
  method: 'get',
  path: '/api/v1/payouts',
  access: { permission: 'money.read' },
  tag,
  summary: 'Payouts of Stripe and PayPal, the latest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({
    payouts: z.array(payoutSchema),
    next: z.string().nullable(),
    /** Accounts that did not let Millrace read their payouts. */
    problems: z.array(accountSchema),
  }),
})

/** One change of the provider's balance. */
const lineSchema = z.strictObject({
  kind: z.enum(['payment', 'refund', 'fee', 'dispute', 'adjustment', 'other']),
  date: z.string(),
  /** Before fees, in the currency of the payout. */
  amountMinor: z.int(),
  feeMinor: z.int(),
  /** The invoices that were paid or refunded; none if the payment was not made through Millrace. */
  invoices: z.array(z.strictObject({ id: z.uuid(), number: z.string(), clientName: z.string() })),
  description: z.string(),
})
export type PayoutLine = z.infer<typeof lineSchema>

const sumSchema = z.strictObject({ count: z.int(), amountMinor: z.int() })

export const getPayout = endpoint({
  method: 'get',
  path: '/api/v1/payouts/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'A payout, explained as its payments less fees and refunds',
  params: z.strictObject({ id: z.uuid() }),
  response: payoutSchema.extend({
    /** Together with `differenceMinor` and less `feeMinor`, these are the amount. */
    sums: z.strictObject({
      payments: sumSchema,
      refunds: sumSchema,
      disputes: sumSchema,
      other: sumSchema,
    }),
    /** What the provider does not explain: it was in its balance before, or, if negative, stayed there. */
    differenceMinor: z.int(),
    /** Whether the provider says what it consists of. */
    isItemized: z.boolean(),
    lines: z.array(lineSchema),
    /** How many more lines there are. */
    moreLines: z.int(),
    transaction: transactionSchema.nullable(),
    /** The expense of its fees. */
    feeExpenseId: z.uuid().nullable(),
  }),
  errors: ['NOT_FOUND'],
})
export type PayoutView = z.infer<(typeof getPayout)['response']>
