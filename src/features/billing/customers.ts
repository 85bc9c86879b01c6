import { orUserMessage } from '../../platform/cards/or-user-message.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import type { BillingDeps } from './billing-deps.ts'

export interface Payer {
  businessId: string
  name: string
  email: string
}

/** Returns the customer id, the same to concurrent calls. Creates one in place of `missing` or none. */
export async function ensureCustomer(deps: BillingDeps, payer: Payer, missing?: string): Promise<string> {
  const { businessId, name, email } = payer
  const { platform } = deps.database
  await platform.query('insert into subscriptions (business_id) values ($1) on conflict do nothing', [
    businessId,
  ])
  const current = await findCustomer(deps, businessId)
  if (current && current !== missing) return current
  const created = await deps.cards.billing.createCustomer({
    reference: businessId,
    name,
    email,
    insteadOf: missing,
  })
  await platform.query(
    `update subscriptions set customer_id = $2, updated_at = now()
     where business_id = $1 and customer_id is not distinct from $3`,
    [businessId, created, missing ?? null],
  )
  // A concurrent request may have stored its customer first, and that one is used.
  return (await findCustomer(deps, businessId)) ?? created
}

export async function findCustomer(deps: Deps<'database'>, businessId: string): Promise<string | undefined> {
  const { rows } = await deps.database.platform.query<{ customer_id: string | null }>(
    'select customer_id from subscriptions where business_id = $1',
    [businessId],
  )
  return rows[0]?.customer_id ?? undefined
}

export function portalReturnUrl({ appUrl }: Deps<'appUrl'>): string {
  return `${appUrl}/settings?tab=subscription`
}

export async function openPortal(deps: BillingDeps, businessId: string): Promise<{ url: string }> {
  const customerId = await findCustomer(deps, businessId)
  if (!customerId) throw new AppError('NOT_FOUND', 'There is no subscription to manage yet.')
  return orUserMessage('There was an error accessing the customer portal. Please try again.', () =>
    deps.cards.billing.openPortal({ customerId, returnUrl: portalReturnUrl(deps) }),
  )
}
