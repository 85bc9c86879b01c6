import { Stripe } from 'stripe'
import { z } from 'zod'
import { type CardEventSubject, type CardWebhooks, SignatureRefused } from './card-provider.ts'

/** Seconds after which a signature is too old. */
const tolerance = 300

const checkoutSchema = z.object({
  id: z.string(),
  mode: z.enum(['payment', 'subscription', 'setup']),
  client_reference_id: z.string().nullish(),
  customer: z.string().nullish(),
})
// A charge names its customer, a refund does not.
const ofPaymentSchema = z.object({
  payment_intent: z.string(),
  customer: z.string().nullable().catch(null),
})
// Only charges of saved cards have the mark. Other payment intents belong to checkout sessions.
const chargeSchema = z.object({
  id: z.string(),
  metadata: z.object({ checkout_id: z.string(), automatic: z.literal('yes') }),
})
const ofCustomerSchema = z.object({ customer: z.string() })

/** Needs no API key: an event is verified before any request is sent to Stripe. */
export function createStripeWebhooks(secret: string | undefined): CardWebhooks {
  return {
    read(body, signature) {
      if (!secret) throw new SignatureRefused('There is no signing secret to check events with.')
      if (!signature) throw new SignatureRefused('The event carries no signature.')
      try {
        const event = Stripe.webhooks.constructEvent(body, signature, secret, tolerance)
        return { id: event.id, type: event.type, subject: subjectOf(event.type, event.data.object) }
      } catch (error) {
        throw new SignatureRefused('The signature is wrong or too old.', { cause: error })
      }
    },
  }
}

function subjectOf(type: string, object: unknown): CardEventSubject {
  const other = { kind: 'other' } as const
  if (type.startsWith('checkout.session.')) {
    const { data } = checkoutSchema.safeParse(object)
    if (data?.mode === 'payment') {
      return { kind: 'checkout', sessionId: data.id, reference: data.client_reference_id ?? null }
    }
    return data?.mode === 'subscription' && data.customer
      ? { kind: 'subscription', customerId: data.customer }
      : other
  }
  if (type.startsWith('payment_intent.')) {
    const { data } = chargeSchema.safeParse(object)
    return data ? { kind: 'checkout', sessionId: data.id, reference: data.metadata.checkout_id } : other
  }
  if (/^(refund\.|charge\.(refund|dispute\.))/.test(type)) {
    const { data } = ofPaymentSchema.safeParse(object)
    if (!data) return other
    const { payment_intent: paymentId, customer: customerId } = data
    return type.startsWith('charge.dispute.')
      ? { kind: 'dispute', paymentId, customerId: null }
      : { kind: 'refund', paymentId, customerId }
  }
  if (type.startsWith('payout.')) return { kind: 'payout' }
  if (/^(customer\.subscription|invoice)\./.test(type)) {
    const { data } = ofCustomerSchema.safeParse(object)
    return data ? { kind: 'subscription', customerId: data.customer } : other
  }
  return other
}
