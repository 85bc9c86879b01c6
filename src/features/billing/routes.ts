import { orUserMessage } from '../../platform/cards/or-user-message.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Limit, countUse, withinLimits } from '../../platform/limits/limit.ts'
import type { BillingDeps } from './billing-deps.ts'
import * as contract from './contract.ts'
import { openPortal } from './customers.ts'
import { getSubscription } from './get-subscription.ts'
import { startPlanCheckout } from './start-plan-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

export function registerBillingRoutes(api: Api, deps: BillingDeps): void {
  const { database } = deps

  api.register(contract.getSubscription, ({ identity }) => getSubscription(deps, identity.businessId))

  api.register(contract.refreshSubscription, async ({ identity: { businessId } }) => {
    await countUse(database, billingLimits('refresh', businessId))
    await orUserMessage(
      'The card provider isn’t responding right now. Your plan hasn’t changed. Please try again.',
      () => syncSubscription(deps, businessId),
    )
    return getSubscription(deps, businessId)
  })

  api.register(contract.startPlanCheckout, ({ identity, body }) => {
    const { businessId, business, email } = identity
    return withinLimits(database, billingLimits('checkout', businessId), () =>
      startPlanCheckout(deps, { businessId, name: business.name, email }, body),
    )
  })

  api.register(contract.openPortal, ({ identity: { businessId } }) =>
    withinLimits(database, billingLimits('portal', businessId), () => openPortal(deps, businessId)),
  )
}

/** Each request calls the card provider: twenty an hour for a business. */
function billingLimits(kind: 'checkout' | 'portal' | 'refresh', businessId: string): Limit[] {
  return [{ key: `billing:${kind}:${businessId}`, max: 20, windowSeconds: 3600 }]
}
