import type { Stripe } from 'stripe'
import { z } from 'zod'
import {
  type CardBilling,
  type PlanPrice,
  type SubscriptionFacts,
  type SubscriptionRequest,
  CardProviderError,
} from './card-provider.ts'
import {
  type Catalogue,
  ensureCatalogue,
  ensurePortalConfiguration,
  lookupKeyMetadata,
} from './stripe-catalogue.ts'
import { expireSession, createdSessionSchema } from './stripe-checkouts.ts'
import { ask, metadataSchema, readAll, remembered, secondsSchema } from './stripe-client.ts'
import { findOrCreateCustomer, sumCharges } from './stripe-customers.ts'

const itemSchema = z.object({
  id: z.string(),
  current_period_end: secondsSchema.nullish(),
  price: z.object({ lookup_key: z.string().nullish(), metadata: metadataSchema }),
})
const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string().nullish(),
  cancel_at_period_end: z.boolean(),
  cancel_at: z.int().nullish(),
  ended_at: secondsSchema.nullish(),
  trial_start: z.int().nullish(),
  created: secondsSchema,
  items: z.object({ data: z.array(itemSchema).min(1) }),
})

const statuses = new Map<string, SubscriptionFacts['status']>(
  Object.entries({
    trialing: 'trialing',
    active: 'active',
    past_due: 'past_due',
    unpaid: 'unpaid',
    paused: 'paused',
    incomplete: 'incomplete',
    incomplete_expired: 'canceled',
    canceled: 'canceled',
  } satisfies Record<string, SubscriptionFacts['status']>),
)

/** A subscription with an unknown status counts as canceled once it has ended. */
function statusOf(status: string | null | undefined, hasEnded: boolean) {
  const known = statuses.get(status ?? '') ?? (hasEnded ? 'canceled' : undefined)
  return known ? { status: known } : { status: 'unknown' as const, unknownStatus: String(status) }
}

function factsOf(subscription: unknown): SubscriptionFacts {
  const { items, status, ...rest } = subscriptionSchema.parse(subscription)
  const item = items.data[0]!
  return {
    subscriptionId: rest.id,
    itemId: item.id,
    lookupKey: item.price.metadata?.[lookupKeyMetadata] ?? item.price.lookup_key ?? null,
    ...statusOf(status, Boolean(rest.ended_at)),
    currentPeriodEnd: item.current_period_end ?? null,
    // The portal of newer accounts sets the end date instead of the flag.
    cancelAtPeriodEnd: rest.cancel_at_period_end || typeof rest.cancel_at === 'number',
    endedAt: rest.ended_at ?? null,
    hadTrial: typeof rest.trial_start === 'number',
    createdAt: rest.created,
  }
}

function priceOf({ prices }: Catalogue, lookupKey: string): string {
  const price = prices.get(lookupKey)
  if (!price) throw new CardProviderError('refused', `There is no price ${lookupKey}.`)
  return price
}

interface Options {
  prices: readonly PlanPrice[]
  productName: string
}

export function createStripeBilling(stripe: Stripe, { prices, productName }: Options): CardBilling {
  const withCatalogue = remembered(() => ensureCatalogue(stripe, prices))
  const withPortal = remembered(async () => {
    const catalogue = await ensureCatalogue(stripe, prices)
    return { catalogue, configuration: await ensurePortalConfiguration(stripe, catalogue, productName) }
  })
  return {
    createCustomer: (request) => ask(() => findOrCreateCustomer(stripe, request)),
    startSubscription: (request) =>
      ask(() =>
        withCatalogue(async (catalogue) => {
          const price = priceOf(catalogue, request.lookupKey)
          // Another price makes it a different request, which needs another idempotency key.
          const idempotencyKey = `subscription-${request.reference}-${price}`
          const session = await stripe.checkout.sessions.create(sessionParams(request, price), {
            idempotencyKey,
          })
          const { id, url } = createdSessionSchema.parse(session)
          return { sessionId: id, url: url ?? null }
        }),
      ),
    endCheckout: (sessionId) =>
      ask(async () => {
        await expireSession(stripe, sessionId)
        const { status } = await stripe.checkout.sessions.retrieve(sessionId)
        const isKnown = status === 'open' || status === 'complete' || status === 'expired'
        return isKnown
          ? { wasCompleted: status === 'complete' }
          : { wasCompleted: true, unknownStatus: String(status) }
      }),
    listSubscriptions: (customer) =>
      ask(async () => {
        const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
        const all = await readAll(list, factsOf)
        return all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      }),
    sumPayments: (customer) => ask(() => sumCharges(stripe, customer)),
    cancelNow: (subscriptionId) =>
      ask(async () => {
        await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
      }),
    openPortal: ({ customerId, returnUrl, change }) =>
      ask(() =>
        withPortal(async ({ catalogue, configuration }) => {
          const session = await stripe.billingPortal.sessions.create({
            customer: customerId,
            return_url: returnUrl,
            configuration,
            ...(change ? { flow_data: confirmChangeFlow(change, catalogue, returnUrl) } : {}),
          })
          return { url: z.url().parse(session.url) }
        }),
      ),
  }
}

function sessionParams(
  { reference, customerId, trialDays, metadata, successUrl, cancelUrl, expiresAt }: SubscriptionRequest,
  price: string,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    client_reference_id: reference,
    customer: customerId,
    line_items: [{ price, quantity: 1 }],
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
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: expiresAt,
  }
}

function confirmChangeFlow(
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
