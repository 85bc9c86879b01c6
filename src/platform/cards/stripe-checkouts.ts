import type { Stripe } from 'stripe'
import { z } from 'zod'
import {
  type CardCheckouts,
  type CheckoutFacts,
  type CheckoutRequest,
  CardProviderError,
} from './card-provider.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { ask } from './stripe-client.ts'
import { cancelCharge, intentSchema, isCharge, paidFacts, readCharge } from './stripe-intents.ts'

const sessionSchema = z.object({
  id: z.string(),
  mode: z.literal('payment'),
  // Stripe adds new statuses without a new version of its API.
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  client_reference_id: z.string().nullable(),
  payment_intent: intentSchema.nullable(),
})

export const createdSessionSchema = z.object({ id: z.string().min(1), url: z.string().nullish() })

export function createStripeCheckouts(stripe: Stripe): CardCheckouts {
  async function read(sessionId: string): Promise<CheckoutFacts> {
    if (isCharge(sessionId)) return readCharge(stripe, sessionId)
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['payment_intent.latest_charge', 'payment_intent.payment_method'],
    })
    return factsOf(sessionSchema.parse(session))
  }
  return {
    create: (request) =>
      ask(async () => {
        const { reference, currency, amountMinor, description, metadata } = request
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: reference,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: toStripeAmount(amountMinor, currency),
                  product_data: { name: description },
                },
              },
            ],
            customer_email: request.email,
            ...paymentParams(request),
            metadata,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: request.expiresAt,
          },
          { idempotencyKey: `checkout-${reference}` },
        )
        const { id, url } = createdSessionSchema.parse(session)
        return { sessionId: id, url: url ?? null }
      }),
    read: (sessionId) => ask(() => read(sessionId)),
    expire: (sessionId) =>
      ask(async () => {
        await (isCharge(sessionId) ? cancelCharge(stripe, sessionId) : expireSession(stripe, sessionId))
        return read(sessionId)
      }),
  }
}

/** With `off_session`, Stripe's page states the mandate, and the card may be charged later without its holder. */
function paymentParams({ description, metadata, savesCard = false }: CheckoutRequest) {
  if (!savesCard) return { payment_intent_data: { description, metadata } }
  return {
    payment_intent_data: { description, metadata, setup_future_usage: 'off_session' as const },
    customer_creation: 'always' as const,
    allowed_payment_method_types: ['card' as const],
  }
}

/** Expires a session. A session that is paid or already expired stays as it is. */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await ask(() => stripe.checkout.sessions.expire(sessionId))
  } catch (error) {
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
  }
}

const endedIntents = new Set(['requires_payment_method', 'canceled'])
/** The money may still arrive, also while the bank waits for the client to verify the account. */
const runningIntents = new Set([
  'processing',
  'requires_action',
  'requires_capture',
  'requires_confirmation',
  'succeeded',
])
const knownPaymentStatuses = new Set<string | null | undefined>(['paid', 'unpaid', 'no_payment_required'])

function factsOf(session: z.output<typeof sessionSchema>): CheckoutFacts {
  const { status, payment_status: paid, payment_intent: intent, client_reference_id: reference } = session
  const declined = intent?.last_payment_error?.message ?? null
  const unknown = (field: string, word: string | null | undefined): CheckoutFacts => ({
    state: 'unknown',
    reference,
    unknownStatus: `${field} ${word}`,
  })
  // Received money is checked first: no other status revokes it.
  if (paid === 'paid' && intent?.status === 'succeeded') return paidFacts(intent, reference)
  if (status === 'open') return { state: 'open', reference, declined }
  if (status === 'expired') return { state: 'expired', reference, declined }
  if (status !== 'complete') return unknown('session', status)
  if (!intent) throw new CardProviderError('malformed', 'A finished checkout has no payment.')
  if (endedIntents.has(intent.status)) {
    // The client had finished, and then the bank declined.
    return { state: 'expired', reference, declined: declined ?? 'The payment failed.' }
  }
  if (!runningIntents.has(intent.status)) return unknown('payment_intent', intent.status)
  if (!knownPaymentStatuses.has(paid)) return unknown('payment_status', paid)
  return { state: 'processing', reference }
}
