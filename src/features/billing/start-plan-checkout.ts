import { type SubscriptionFacts, CardProviderError } from '../../platform/cards/card-provider.ts'
import { orUserMessage } from '../../platform/cards/or-user-message.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type Payer, ensureCustomer, portalReturnUrl } from './customers.ts'
import { endCheckout, findOrStoreCheckout, forgetCheckout, openCheckout } from './plan-checkout.ts'
import { assertPlansForSale } from './plans-for-sale.ts'
import type { StoredCheckout } from './queries.ts'
import { type BillingInterval, type PaidPlan, planPrices } from './rules.ts'
import type { Standing } from './standing.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Less time than this is not enough to fill in a card. */
const minimumLeftMs = 10 * 60_000

/** One to end a checkout that no longer fits and one to start a new one; more for concurrent requests. */
const maxAttempts = 4

/** Returns the page on which the owner buys the plan or, while a subscription is running, changes it. */
export function startPlanCheckout(
  deps: BillingDeps,
  payer: Payer,
  choice: { plan: PaidPlan; interval: BillingInterval },
): Promise<{ url: string | null }> {
  return orUserMessage('There was an error processing your upgrade. Please try again.', async () => {
    assertPlansForSale(deps)
    const { businessId } = payer
    const lookupKey = lookupKeyOf(choice)
    let wasReplaced = false
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // Read in each attempt, because the owner may have just bought a plan in another tab.
      const { customerId, standing } = await readStanding(deps, payer)
      // The provider's portal shows whether a subscription is running, so nothing is bought twice.
      if (standing.isUnclear)
        return deps.cards.billing.openPortal({ customerId, returnUrl: portalReturnUrl(deps) })
      if (standing.running) return openChange(deps, customerId, standing.running, lookupKey)
      const checkout = await findOrStoreCheckout(deps, { businessId, customerId, lookupKey })
      if (fits(checkout, { customerId, lookupKey }, deps.now())) {
        try {
          const page = await openCheckout(deps, businessId, checkout)
          if (page) return page
        } catch (error) {
          // The provider still reports a deleted customer, but the customer can no longer buy anything.
          if (wasReplaced || !(error instanceof CardProviderError) || !error.isMissing) throw error
          wasReplaced = true
          await ensureCustomer(deps, payer, customerId)
        }
      } else {
        const { wasCompleted } = await endCheckout(deps, checkout)
        // Read before the checkout is deleted, so that a purchase on it is not lost.
        if (wasCompleted) await syncSubscription(deps, businessId)
        await forgetCheckout(deps.database, businessId, checkout)
      }
    }
    throw new CardProviderError('malformed', 'Every checkout was over before it could be used.')
  })
}

/** Reads the subscriptions. Creates a customer first if the business has none or the provider lost it. */
async function readStanding(
  deps: BillingDeps,
  payer: Payer,
): Promise<{ customerId: string; standing: Standing }> {
  const { businessId } = payer
  const current = await syncSubscription(deps, businessId)
  if (current?.standing) return { ...current, standing: current.standing }
  await ensureCustomer(deps, payer, current?.customerId)
  // A customer that already existed at the provider may have a running subscription.
  const found = await syncSubscription(deps, businessId)
  if (found?.standing) return { ...found, standing: found.standing }
  throw new CardProviderError('malformed', 'The provider does not know the customer that it has just named.')
}

function lookupKeyOf({ plan, interval }: { plan: PaidPlan; interval: BillingInterval }): string {
  const price = planPrices.find((candidate) => candidate.plan === plan && candidate.interval === interval)
  if (!price) throw new Error(`no price for ${plan} by the ${interval}`)
  return price.lookupKey
}

/** Opens the portal to change the plan or, for an owner who has it, to manage the card or cancel. */
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
