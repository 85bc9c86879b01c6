import type { BillingDeps } from './billing-deps.ts'

export interface Payer {
  businessId: string
  name: string
  email: string
}

/** The provider's name for the business, made at the first need, or in place of `gone`. Two at once get the same one. */
export async function ensureCustomer(deps: BillingDeps, payer: Payer, gone?: string): Promise<string> {
  const { businessId, name, email } = payer
  const { platform } = deps.database
  await platform.query('insert into subscriptions (business_id) values ($1) on conflict do nothing', [
    businessId,
  ])
  const known = await findCustomer(deps, businessId)
  if (known && known !== gone) return known
  const made = await deps.cards.billing.createCustomer({
    reference: businessId,
    name,
    email,
    insteadOf: gone,
  })
  await platform.query(
    `update subscriptions set customer_id = $2, updated_at = now()
     where business_id = $1 and customer_id is not distinct from $3`,
    [businessId, made, gone ?? null],
  )
  // Whoever was quicker has stored theirs, and that one holds.
  return (await findCustomer(deps, businessId)) ?? made
}

export async function findCustomer(deps: BillingDeps, businessId: string): Promise<string | undefined> {
  const { rows } = await deps.database.platform.query<{ customer_id: string | null }>(
    'select customer_id from subscriptions where business_id = $1',
    [businessId],
  )
  return rows[0]?.customer_id ?? undefined
}
