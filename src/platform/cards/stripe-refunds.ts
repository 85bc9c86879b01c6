import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardRefunds, RefundFacts } from './card-provider.ts'
import { refundStateOf } from './refund-state.ts'
import { ask, metadataSchema, readAll } from './stripe-client.ts'

const refundSchema = z.object({
  id: z.string(),
  amount: z.int().positive(),
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
  const { id, amount, status, metadata } = refundSchema.parse(refund)
  return {
    providerRefundId: id,
    reference: metadata?.['reference'] ?? null,
    amountMinor: amount,
    ...refundStateOf(states, status),
  }
}

export function createStripeRefunds(stripe: Stripe): CardRefunds {
  return {
    create: ({ reference, paymentId, amountMinor }) =>
      ask(async () =>
        factsOf(
          await stripe.refunds.create(
            { payment_intent: paymentId, amount: amountMinor, metadata: { reference } },
            { idempotencyKey: `refund-${reference}` },
          ),
        ),
      ),
    list: (paymentId) =>
      ask(() => readAll(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }), factsOf)),
  }
}
