import { Stripe } from 'stripe'
import { type CardSavedCards, type ChargeRequest, CardProviderError } from './card-provider.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { ask } from './stripe-client.ts'
import { cancelCharge, chargeFacts, chargeMark, intentSchema } from './stripe-intents.ts'

export function createStripeSavedCards(stripe: Stripe): CardSavedCards {
  return {
    charge: (request) =>
      ask(async () => {
        const intent = await createIntent(stripe, request)
        const facts = chargeFacts(intent)
        if (facts.state === 'paid' || facts.state === 'processing' || facts.state === 'unknown') {
          return { sessionId: intent.id, facts }
        }
        // Its holder is away and cannot confirm it, so it must not be paid later.
        await cancelCharge(stripe, intent.id)
        const { reference } = facts
        const declined = facts.declined ?? 'The card must be confirmed by its holder.'
        return { sessionId: intent.id, facts: { state: 'expired', reference, declined } }
      }),
    find: ({ reference, savedCard }) =>
      ask(async () => {
        const { customerId: customer } = savedCard
        for await (const one of stripe.paymentIntents.list({ customer, limit: 100 })) {
          const { id, metadata } = intentSchema.parse(one)
          if (metadata?.['checkout_id'] === reference && metadata['automatic']) return id
        }
        return null
      }),
    async remove({ paymentMethodId }) {
      try {
        await ask(() => stripe.paymentMethods.detach(paymentMethodId))
      } catch (error) {
        if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
      }
    },
  }
}

/** Stripe answers a declined charge with an error that contains the payment intent. */
async function createIntent(stripe: Stripe, request: ChargeRequest) {
  const { reference, currency, amountMinor, description, metadata, savedCard } = request
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: toStripeAmount(amountMinor, currency),
        currency: currency.toLowerCase(),
        customer: savedCard.customerId,
        payment_method: savedCard.paymentMethodId,
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description,
        metadata: { ...metadata, ...chargeMark },
        expand: ['latest_charge'],
      },
      { idempotencyKey: `charge-${reference}` },
    )
    return intentSchema.parse(intent)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError) || !error.payment_intent) throw error
    return intentSchema.parse(error.payment_intent)
  }
}
