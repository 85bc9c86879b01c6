import type { Transaction } from '../../../src/platform/db/transaction.ts'
import type { CardSandbox, SandboxScope } from '../card-sandbox.ts'
import { findObject, listObjects, readObject } from '../object-store.ts'
import type {
  Customer,
  PaymentMethod,
  PortalFeatures,
  PortalSession,
  Price,
  Subscription,
} from '../sandbox-objects.ts'
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

/** Undefined without a session, or when it has expired. `lock` locks the customer and the subscription. */
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
  const customer = await findObject(scope, 'customer', session.customer, { lock })
  if (!customer) return undefined
  const subscription = await readSubscription(scope, session, lock)
  const configuration = await findObject(scope, 'billing_portal.configuration', session.configuration)
  const features = configuration?.features ?? {}
  const price = subscription?.items.data[0]?.price
  return {
    scope,
    session,
    customer,
    now: timeOf(sandbox, customer),
    subscription,
    planName: price ? await nameOf(scope, price) : '',
    card: subscription ? await cardOf(scope, subscription) : null,
    plans: await readPlans(scope, session, features),
    mayCancel: features['subscription_cancel']?.enabled === true,
    mayChangeCard: features['payment_method_update']?.enabled === true,
    endsTrial: features['subscription_update']?.trial_update_behavior !== 'continue_trial',
  }
}

async function readSubscription(
  scope: SandboxScope,
  { customer, flow }: PortalSession,
  lock: boolean,
): Promise<Subscription | null> {
  const all = await listObjects(scope, 'subscription', customer)
  const chosen = flow
    ? all.find(({ id }) => id === flow.subscription)
    : (all.find(({ status }) => status !== 'canceled') ?? all[0])
  if (!chosen || !lock) return chosen ?? null
  return (await findObject(scope, 'subscription', chosen.id, { lock })) ?? null
}

async function readPlans(
  scope: SandboxScope,
  { flow }: PortalSession,
  features: PortalFeatures,
): Promise<OfferedPlan[]> {
  const ids = new Set(offeredPrices(features))
  if (flow) ids.add(flow.price)
  const plans: OfferedPlan[] = []
  for (const id of ids) {
    const price = await findObject(scope, 'price', id)
    if (price?.active && price.recurring) plans.push({ price, name: await nameOf(scope, price) })
  }
  return plans
}

async function nameOf(scope: SandboxScope, price: Price): Promise<string> {
  return (await findObject(scope, 'product', price.product))?.name ?? price.product
}

/** The prices in features.subscription_update, if it is enabled. */
export function offeredPrices({ subscription_update: update }: PortalFeatures): string[] {
  const { enabled, products = [] } = update ?? {}
  return enabled === true ? products.flatMap(({ prices }) => prices ?? []) : []
}
