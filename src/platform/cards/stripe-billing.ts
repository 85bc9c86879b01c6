import type { Stripe } from 'stripe'
import { z } from 'zod'
import { CardProviderError } from './card-provider.ts'
import type { CardBilling, PriceWish, SubscriptionFacts } from './card-provider.ts'
import { ensureCatalogue, priceMark } from './stripe-catalogue.ts'
import type { Catalogue } from './stripe-catalogue.ts'
import { sumCharges } from './stripe-charges.ts'
import { expireSession, openedSchema } from './stripe-checkouts.ts'
import { ask } from './stripe-client.ts'
import { findOrMakeCustomer } from './stripe-customers.ts'
import { ensurePortalConfiguration } from './stripe-portal.ts'

const seconds = z.int().transform((value) => new Date(value * 1000))

const subscriptionSchema = z.object({
  id: z.string(),
  status: z.enum([
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'incomplete',
    'incomplete_expired',
    'canceled',
  ]),
  cancel_at_period_end: z.boolean(),
  cancel_at: z.int().nullish(),
  ended_at: seconds.nullish(),
  trial_start: z.int().nullish(),
  created: seconds,
  items: z.object({
    data: z
      .array(
        z.object({
          id: z.string(),
          current_period_end: seconds.nullish(),
          price: z.object({
            lookup_key: z.string().nullish(),
            metadata: z.record(z.string(), z.string()).nullish(),
          }),
        }),
      )
      .min(1),
  }),
})

function factsOf(subscription: unknown): SubscriptionFacts {
  const { items, status, ...rest } = subscriptionSchema.parse(subscription)
  const item = items.data[0]!
  return {
    subscriptionId: rest.id,
    itemId: item.id,
    lookupKey: item.price.metadata?.[priceMark] ?? item.price.lookup_key ?? null,
    status: status === 'incomplete_expired' ? 'canceled' : status,
    currentPeriodEnd: item.current_period_end ?? null,
    // The portal of newer accounts writes the date of the end instead of the flag.
    cancelAtPeriodEnd: rest.cancel_at_period_end || typeof rest.cancel_at === 'number',
    endedAt: rest.ended_at ?? null,
    hadTrial: typeof rest.trial_start === 'number',
    createdAt: rest.created,
  }
}

/** Asked once a process; asked again after a failure. */
function remembered<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= work().catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}

function priceOf({ prices }: Catalogue, lookupKey: string): string {
  const price = prices.get(lookupKey)
  if (!price) throw new CardProviderError('refused', `There is no price ${lookupKey}.`)
  return price
}

interface Options {
  prices: readonly PriceWish[]
  productName: string
}

export function createStripeBilling(stripe: Stripe, { prices, productName }: Options): CardBilling {
  const catalogue = remembered(() => ensureCatalogue(stripe, prices))
  const portal = remembered(async () => ensurePortalConfiguration(stripe, await catalogue(), productName))
  return {
    createCustomer: (request) => ask(() => findOrMakeCustomer(stripe, request)),
    startSubscription: (request) =>
      ask(async () => {
        const { reference, trialDays, metadata } = request
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            client_reference_id: reference,
            customer: request.customerId,
            line_items: [{ price: priceOf(await catalogue(), request.lookupKey), quantity: 1 }],
            payment_method_collection: trialDays === null ? 'always' : 'if_required',
            subscription_data: {
              metadata,
              ...(trialDays === null
                ? {}
                : {
                    trial_period_days: trialDays,
                    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
                  }),
            },
            metadata,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: request.expiresAt,
          },
          { idempotencyKey: `subscription-${reference}` },
        )
        const { id, url } = openedSchema.parse(session)
        return { sessionId: id, url: url ?? null }
      }),
    endCheckout: (sessionId) =>
      ask(async () => {
        await expireSession(stripe, sessionId)
        const { status } = await stripe.checkout.sessions.retrieve(sessionId)
        return { wasCompleted: z.enum(['open', 'complete', 'expired']).parse(status) === 'complete' }
      }),
    listSubscriptions: (customer) =>
      ask(async () => {
        const all: SubscriptionFacts[] = []
        for await (const one of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
          all.push(factsOf(one))
        }
        return all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      }),
    sumPayments: (customer) => ask(() => sumCharges(stripe, customer)),
    cancelNow: (subscriptionId) =>
      ask(async () => {
        await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
      }),
    openPortal: ({ customerId, returnUrl, change }) =>
      ask(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          configuration: await portal(),
          ...(change ? { flow_data: confirming(change, await catalogue(), returnUrl) } : {}),
        })
        return { url: z.url().parse(session.url) }
      }),
  }
}

function confirming(
  change: { subscriptionId: string; itemId: string; lookupKey: string },
  catalogue: Catalogue,
  returnUrl: string,
): Stripe.BillingPortal.SessionCreateParams.FlowData {
  const price = priceOf(catalogue, change.lookupKey)
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: {
      subscription: change.subscriptionId,
      items: [{ id: change.itemId, price, quantity: 1 }],
    },
    after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
  }
}
