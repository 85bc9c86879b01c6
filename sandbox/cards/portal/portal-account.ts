import type { Transaction } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox } from '../card-sandbox.ts'
import type { SandboxScope } from '../card-sandbox.ts'
import { listObjects, readObject } from '../object-store.ts'
import type { Customer, PaymentMethod, PortalSession, Price, Subscription } from '../sandbox-objects.ts'
import { cardOf } from '../subscriptions/subscription-charge.ts'
import { timeOf } from '../subscriptions/subscriptions.ts'

/** How many seconds the page of a session works. */
const sessionLifetime = 24 * 3600

export interface OfferedPlan {
  price: Price
  name: string
}

/** Everything that the portal shows about a customer. */
export interface PortalAccount {
  scope: SandboxScope
  session: PortalSession
  customer: Customer
  /** The time by the customer's clock. */
  now: number
  /** The running subscription, else the last one. */
  subscription: Subscription | null
  /** The name of the subscription's plan. */
  planName: string
  card: PaymentMethod | null
  plans: OfferedPlan[]
  /** What the configuration allows besides a change of plan. */
  mayCancel: boolean
  mayChangeCard: boolean
  /** Whether a change of plan ends a trial. */
  endsTrial: boolean
}

/**
 * Reads everything for the portal. Undefined when the session does not exist or has expired. With `lock`, the
 * customer and the subscription are locked.
 */
export async function readPortalAccount(
  sandbox: CardSandbox,
  tx: Transaction,
  sessionId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PortalAccount | undefined> {
  const found = await readObject(tx, 'billing_portal.session', sessionId)
  // By the real clock, because moving the customer's clock must not close the page.
  if (!found || found.body.created + sessionLifetime <= sandbox.now().getTime() / 1000) return undefined
  const { account, body: session } = found
  const scope = { sandbox, tx, account }
  const customer = await readObject(tx, 'customer', session.customer, { account, lock })
  if (!customer) return undefined
  const subscription = await readSubscription(scope, session, lock)
  const configuration = await readObject(tx, 'billing_portal.configuration', session.configuration, {
    account,
  })
  const features = configuration?.body.features ?? {}
  const price = subscription?.items.data[0]?.price
  return {
    scope,
    session,
    customer: customer.body,
    now: timeOf(sandbox, customer.body),
    subscription,
    planName: price ? await nameOf(scope, price) : '',
    card: subscription ? await cardOf(scope, subscription) : null,
    plans: await readPlans(scope, session, features),
    mayCancel: isEnabled(features, 'subscription_cancel'),
    mayChangeCard: isEnabled(features, 'payment_method_update'),
    endsTrial: trialUpdate(features) !== 'continue_trial',
  }
}

async function readSubscription(
  { tx, account }: SandboxScope,
  { customer, flow }: PortalSession,
  lock: boolean,
): Promise<Subscription | null> {
  const all = await listObjects(tx, 'subscription', { account, parent: customer })
  const chosen = flow
    ? all.find(({ id }) => id === flow.subscription)
    : (all.find(({ status }) => status !== 'canceled') ?? all[0])
  if (!chosen || !lock) return chosen ?? null
  return (await readObject(tx, 'subscription', chosen.id, { account, lock }))?.body ?? null
}

async function readPlans(
  scope: SandboxScope,
  { flow }: PortalSession,
  features: Record<string, unknown>,
): Promise<OfferedPlan[]> {
  const ids = new Set(offeredPrices(features))
  if (flow) ids.add(flow.price)
  const plans: OfferedPlan[] = []
  for (const id of ids) {
    const price = await readObject(scope.tx, 'price', id, { account: scope.account })
    if (price?.body.active && price.body.recurring) {
      plans.push({ price: price.body, name: await nameOf(scope, price.body) })
    }
  }
  return plans
}

async function nameOf({ tx, account }: SandboxScope, price: Price): Promise<string> {
  const product = await readObject(tx, 'product', price.product, { account })
  return product?.body.name ?? price.product
}

function isEnabled(features: Record<string, unknown>, name: string): boolean {
  return (features[name] as { enabled?: boolean } | undefined)?.enabled === true
}

function trialUpdate(features: Record<string, unknown>): string | undefined {
  const update = features['subscription_update'] as { trial_update_behavior?: string } | undefined
  return update?.trial_update_behavior
}

/** The prices in features.subscription_update, if it is enabled. */
export function offeredPrices(features: Record<string, unknown>): string[] {
  if (!isEnabled(features, 'subscription_update')) return []
  const update = features['subscription_update'] as { products?: { prices?: string[] }[] }
  return update.products?.flatMap(({ prices }) => prices ?? []) ?? []
}
