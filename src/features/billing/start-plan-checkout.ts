import { type SubscriptionFacts, CardProviderError } from '../../platform/cards/card-provider.ts'
import { orSay } from '../../platform/cards/or-say.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type Payer, ensureCustomer } from './ensure-customer.ts'
import { portalReturnUrl } from './open-portal.ts'
import { endCheckout, findOrStoreCheckout, forgetCheckout, openCheckout } from './plan-checkout.ts'
import { assertPlansForSale } from './plans-for-sale.ts'
import { planPrices } from './price-rules.ts'
import type { BillingInterval, PaidPlan } from './rules.ts'
import type { Standing } from './standing.ts'
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
    assertPlansForSale(deps)
    const { businessId } = payer
    const lookupKey = lookupKeyOf(wish)
    let wasReplaced = false
    for (let round = 0; round < rounds; round++) {
      // Asked anew each time: what was bought in another tab a second ago must be seen here.
      const { customerId, standing } = await lookAt(deps, payer)
      // Whether something runs is not known: the provider's own page tells, and nothing is bought twice.
      if (standing.isUnclear)
        return deps.cards.billing.openPortal({ customerId, returnUrl: portalReturnUrl(deps) })
      if (standing.running) return openChange(deps, customerId, standing.running, lookupKey)
      const checkout = await findOrStoreCheckout(deps, { businessId, customerId, lookupKey })
      if (fits(checkout, { customerId, lookupKey }, deps.now())) {
        try {
          const page = await openCheckout(deps, businessId, checkout)
          if (page) return page
        } catch (error) {
          // One that was deleted there can still be asked about, but buys nothing any more.
          if (wasReplaced || !(error instanceof CardProviderError) || !error.isMissing) throw error
          wasReplaced = true
          await ensureCustomer(deps, payer, customerId)
        }
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

/** Begins with a customer of this account, where there was none or one that is not there. */
async function lookAt(deps: BillingDeps, payer: Payer): Promise<{ customerId: string; standing: Standing }> {
  const { businessId } = payer
  const known = await syncSubscription(deps, businessId)
  if (known?.standing) return { ...known, standing: known.standing }
  await ensureCustomer(deps, payer, known?.customerId)
  // One that was found there may have a subscription that runs.
  const found = await syncSubscription(deps, businessId)
  if (found?.standing) return { ...found, standing: found.standing }
  throw new CardProviderError('nonsense', 'The provider does not know the customer that it has just named.')
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

function fits(
  { request, session, expiresAt }: StoredCheckout,
  { customerId, lookupKey }: { customerId: string; lookupKey: string },
  now: Date,
): boolean {
  const hasTime = expiresAt.getTime() - now.getTime() > minimumLeftMs
  const isSame = request.lookupKey === lookupKey && request.customerId === customerId
  return isSame && hasTime && session?.url !== null
}
