import { orUserMessage } from '../../platform/cards/or-user-message.ts'
import { AppError } from '../../shared/errors.ts'
import type { BillingDeps } from './billing-deps.ts'
import { findCustomer } from './ensure-customer.ts'

/** The page to which the provider's portal redirects. */
export function portalReturnUrl({ appUrl }: Pick<BillingDeps, 'appUrl'>): string {
  return `${appUrl}/settings?tab=subscription`
}

export async function openPortal(deps: BillingDeps, businessId: string): Promise<{ url: string }> {
  const customerId = await findCustomer(deps, businessId)
  if (!customerId) throw new AppError('NOT_FOUND', 'There is no subscription to manage yet.')
  return orUserMessage('There was an error accessing the customer portal. Please try again.', () =>
    deps.cards.billing.openPortal({ customerId, returnUrl: portalReturnUrl(deps) }),
  )
}
