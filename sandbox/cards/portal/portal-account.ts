import type { Transaction } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox } from '../card-sandbox.ts'
import type { SandboxScope } from '../card-sandbox.ts'
import { listObjects, readObject } from '../object-store.ts'
import type { Customer, PaymentMethod, PortalSession, Price, Subscription } from '../sandbox-objects.ts'
import { cardOf } from '../subscriptions/subscription-charge.ts'
import { timeOf } from '../subscriptions/subscriptions.ts'

/** Seconds for which the page of a session works. */
const sessionLife = 24 * 3600

export interface OfferedPlan {
  price: Price
  name: string
}

/** Everything that the portal shows of a customer. */
export interface PortalAccount {
  scope: SandboxScope
  session: PortalSession
  customer: Customer
  /** The customer's own time. */
  now: number
  /** The one that runs, else the last that did. */
  subscription: Subscription | null
  /** Of the subscription's price. */
  planName: string
  card: PaymentMethod | null
  plans: OfferedPlan[]
  /** What the configuration leaves to the customer besides changing the plan. */
  mayCancel: boolean
  mayChangeCard: boolean
  /** Whether a change of plan ends a trial. */
  endsTrial: boolean
}

/** Undefined when there is no such session, or not any more. With `lock`, customer and subscription are held. */
export async function readPortalAccount(
  sandbox: CardSandbox,
  tx: Transaction,
  sessionId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PortalAccount | undefined> {
  const found = await readObject(tx, 'billing_portal.session', sessionId)
  // By our clock, not by the customer's: moving that must not shut the page.
  if (!found || found.body.created + sessionLife <= sandbox.now().getTime() / 1000) return undefined
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

/** The prices that features.subscription_update names, if it is enabled. */
export function offeredPrices(features: Record<string, unknown>): string[] {
  if (!isEnabled(features, 'subscription_update')) return []
  const update = features['subscription_update'] as { products?: { prices?: string[] }[] }
  return update.products?.flatMap(({ prices }) => prices ?? []) ?? []
}
