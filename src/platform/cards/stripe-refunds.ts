import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardRefunds, RefundFacts } from './card-provider.ts'
import { refundStateOf } from './refund-state.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { ask, metadataSchema, moneyOf, readAll } from './stripe-client.ts'

const refundSchema = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string().nullish(),
  metadata: metadataSchema,
})

const states = new Map<string, RefundFacts['state']>(
  Object.entries({
    pending: 'pending',
    requires_action: 'pending',
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'failed',
  } satisfies Record<string, RefundFacts['state']>),
)

function factsOf(refund: unknown): RefundFacts {
  const { id, amount, currency: code, status, metadata } = refundSchema.parse(refund)
  const { minor: amountMinor, currency } = moneyOf(amount, code)
  return {
    providerRefundId: id,
    reference: metadata?.['reference'] ?? null,
    currency,
    amountMinor,
    ...refundStateOf(states, status),
  }
}

export function createStripeRefunds(stripe: Stripe): CardRefunds {
  return {
    create: ({ reference, paymentId, currency, amountMinor }) =>
      ask(async () =>
        factsOf(
          await stripe.refunds.create(
            {
              payment_intent: paymentId,
              amount: toStripeAmount(amountMinor, currency),
              metadata: { reference },
            },
            { idempotencyKey: `refund-${reference}` },
          ),
        ),
      ),
    list: (paymentId) =>
      ask(() => readAll(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }), factsOf)),
  }
}
