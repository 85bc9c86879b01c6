import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { SubscriptionFacts } from '../../platform/cards/card-provider.ts'
import type { BillingDeps } from './billing-deps.ts'
import { ensureCustomer } from './ensure-customer.ts'
import type { Payer } from './ensure-customer.ts'
import { portalReturnUrl } from './open-portal.ts'
import { endCheckout, findOrStoreCheckout, forgetCheckout, openCheckout } from './plan-checkout.ts'
import { planPrices } from './price-rules.ts'
import { orSay } from './provider-refusal.ts'
import type { BillingInterval, PaidPlan } from './rules.ts'
import type { StoredCheckout } from './stored-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Less than this is too little to fill in a card. */
const minimumLeftMs = 10 * 60_000

/** One to end what is in the way and one to begin anew; more only when others choose at the same moment. */
const rounds = 4

/** The provider's page on which the plan is bought or, while a subscription runs, that one is changed. */
export function startPlanCheckout(
  deps: BillingDeps,
  payer: Payer,
  wish: { plan: PaidPlan; interval: BillingInterval },
): Promise<{ url: string | null }> {
  return orSay('There was an error processing your upgrade. Please try again.', async () => {
    const { businessId } = payer
    const lookupKey = lookupKeyOf(wish)
    for (let round = 0; round < rounds; round++) {
      // Asked anew each time: what was bought in another tab a second ago must be seen here.
      const standing = await syncSubscription(deps, businessId)
      const customerId = await ensureCustomer(deps, payer)
      if (standing?.running) return openChange(deps, customerId, standing.running, lookupKey)
      const checkout = await findOrStoreCheckout(deps, { businessId, customerId, lookupKey })
      if (fits(checkout, lookupKey, deps.now())) {
        const page = await openCheckout(deps, businessId, checkout)
        if (page) return page
      } else {
        const { wasCompleted } = await endCheckout(deps, checkout)
        // Written before the visit is forgotten, so that what was bought on it is not.
        if (wasCompleted) await syncSubscription(deps, businessId)
        await forgetCheckout(deps.database, businessId, checkout)
      }
    }
    throw new CardProviderError('nonsense', 'Every checkout was over before it could be used.')
  })
}

function lookupKeyOf({ plan, interval }: { plan: PaidPlan; interval: BillingInterval }): string {
  const price = planPrices.find((one) => one.plan === plan && one.interval === interval)
  if (!price) throw new Error(`no price for ${plan} by the ${interval}`)
  return price.lookupKey
}

/** Whoever has that plan already finds card and cancelling there. */
async function openChange(
  deps: BillingDeps,
  customerId: string,
  running: SubscriptionFacts,
  lookupKey: string,
): Promise<{ url: string }> {
  const { subscriptionId, itemId } = running
  const change = running.lookupKey === lookupKey ? undefined : { subscriptionId, itemId, lookupKey }
  return deps.cards.billing.openPortal({ customerId, returnUrl: portalReturnUrl(deps), change })
}

function fits({ request, session, expiresAt }: StoredCheckout, lookupKey: string, now: Date): boolean {
  const hasTime = expiresAt.getTime() - now.getTime() > minimumLeftMs
  return request.lookupKey === lookupKey && hasTime && session?.url !== null
}
