import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type CheckoutFacts, type SavedCardFacts, CardProviderError } from './card-provider.ts'
import { ask, metadataSchema, moneyOf } from './stripe-client.ts'

const methodSchema = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }).nullish(),
})

export const intentSchema = z.object({
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  amount_received: z.int().nonnegative(),
  created: z.int(),
  latest_charge: z.object({ created: z.int() }).nullish().catch(null),
  last_payment_error: z.object({ message: z.string().optional() }).nullish(),
  customer: z.string().nullish().catch(null),
  setup_future_usage: z.string().nullish(),
  /** An id where it is not expanded. */
  payment_method: methodSchema.nullish().catch(null),
  metadata: metadataSchema,
})
type Intent = z.output<typeof intentSchema>

/** What marks the metadata of a charge without a checkout session. Such a charge is known by its payment intent. */
export const chargeMark = { automatic: 'yes' }

export function isCharge(sessionId: string): boolean {
  return sessionId.startsWith('pi_')
}

/** The facts of a payment intent that succeeded. */
export function paidFacts(intent: Intent, reference: string | null): CheckoutFacts {
  const seconds = intent.latest_charge?.created ?? intent.created
  const { minor: amountMinor, currency } = moneyOf(intent.amount_received, intent.currency)
  const savedCard = savedCardOf(intent)
  return {
    state: 'paid',
    reference,
    paymentId: intent.id,
    currency,
    amountMinor,
    paidAt: new Date(seconds * 1000),
    ...(savedCard && { savedCard }),
  }
}

function savedCardOf({
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: Intent): SavedCardFacts | null {
  if (usage !== 'off_session' || !customer || !method?.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { customerId: customer, paymentMethodId: method.id, brand, last4, expMonth, expYear }
}

/** The state of a charge without a checkout session. One that was declined is not tried with another card. */
export function chargeFacts(intent: Intent): CheckoutFacts {
  const { status, metadata, last_payment_error: error } = intent
  const reference = metadata?.['checkout_id'] ?? null
  const declined = error?.message ?? null
  switch (status) {
    case 'succeeded':
      return paidFacts(intent, reference)
    case 'processing':
      return { state: 'processing', reference }
    case 'canceled':
      return { state: 'expired', reference, declined }
    case 'requires_payment_method':
      // Before the first attempt it has the same status and no error.
      return error ? { state: 'expired', reference, declined } : { state: 'open', reference, declined }
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_capture':
      return { state: 'open', reference, declined }
    default:
      return { state: 'unknown', reference, unknownStatus: `payment_intent ${status}` }
  }
}

export async function readCharge(stripe: Stripe, id: string): Promise<CheckoutFacts> {
  return chargeFacts(
    intentSchema.parse(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
  )
}

/** Ends a charge. One that is paid or canceled stays as it is. */
export async function cancelCharge(stripe: Stripe, id: string): Promise<void> {
  try {
    await ask(() => stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
  }
}
