import {
  type PaymentsSum,
  type SubscriptionFacts,
  CardProviderError,
} from '../../platform/cards/card-provider.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { BillingDeps } from './billing-deps.ts'
import { endCheckout, forgetCheckout } from './plan-checkout.ts'
import { arePlansForSale, isUpgrade } from './plans-for-sale.ts'
import {
  type ProviderEvent,
  type StoredCheckout,
  type Ticket,
  findBusinessOfCustomer,
  lockSubscription,
  recordEvent,
  markUnclear,
  takeTicket,
  writeAnswered,
  writeStanding,
  writeUnknown,
} from './queries.ts'
import { readPayments, syncDepartedRevenue, writeNoRevenue, writeRevenue } from './revenue.ts'
import { type Standing, priceOf, standingOf } from './standing.ts'

/** Reads a customer's subscriptions and payments and records them with the event that reported a change. */
export async function syncCustomer(
  deps: BillingDeps,
  customerId: string,
  event?: ProviderEvent,
): Promise<void> {
  const businessId = await findBusinessOfCustomer(deps.database.platform, customerId)
  if (businessId) await syncSubscription(deps, businessId, event)
  else await syncDepartedRevenue(deps, customerId)
}

interface SyncResult {
  customerId: string
  /** Undefined when the provider has no such customer. */
  standing: Standing | undefined
}

/** Like syncCustomer. Undefined without a customer, and for an event that was already applied. */
export async function syncSubscription(
  deps: BillingDeps,
  businessId: string,
  event?: ProviderEvent,
): Promise<SyncResult | undefined> {
  const call = await takeTicket(deps.database.platform, businessId, event)
  if (!call) return undefined
  const { customerId } = call
  const subscriptions = await listUnlessMissing(deps, customerId)
  if (!subscriptions) {
    const endedCheckout = await writeMissing(deps, businessId, call)
    if (endedCheckout) await closeCheckout(deps, businessId, endedCheckout)
    return { customerId, standing: undefined }
  }
  const standing = standingOf(subscriptions)
  for (const subscription of subscriptions.filter(({ status }) => status === 'unknown')) {
    const { subscriptionId, unknownStatus: status } = subscription
    deps.log.warn({ businessId, subscriptionId, status }, 'a subscription has a status that is not known')
  }
  if (standing.running && !priceOf(standing.running)) {
    deps.log.error(
      { businessId, ...logFields(standing.running) },
      'a subscription has a price that is not ours',
    )
  }
  for (const leftover of standing.leftovers) await cancelLeftover(deps, businessId, leftover)
  // Last, so that charges and refunds caused by the cancellation are included.
  const payments = await readPayments(deps, customerId)
  const endedCheckout = await writeAnswer(deps, businessId, { call, standing, payments, event })
  if (endedCheckout) await closeCheckout(deps, businessId, endedCheckout)
  // The provider has to send the event again, unless the result would be the same.
  if (event && payments instanceof CardProviderError && payments.kind !== 'refused') throw payments
  return { customerId, standing }
}

async function listUnlessMissing(
  deps: BillingDeps,
  customerId: string,
): Promise<SubscriptionFacts[] | undefined> {
  try {
    return await deps.cards.billing.listSubscriptions(customerId)
  } catch (error) {
    if (error instanceof CardProviderError && error.isMissing) return undefined
    throw error
  }
}

/**
 * Handles a customer of another account: of the sandbox, after the switch to real cards, or of the right
 * account, when the key is wrong. The business is then on Free, and the customer is kept in case it is found
 * again. The event is not recorded, and a checkout that may still be used is kept.
 */
async function writeMissing(
  deps: BillingDeps,
  businessId: string,
  { ticket, customerId }: Ticket,
): Promise<StoredCheckout | undefined> {
  return withPlatform(deps.database, async (tx) => {
    const row = await lockSubscription(tx, businessId)
    if (!row || row.applied >= ticket) return undefined
    const tookPlan = await writeUnknown(tx, businessId, ticket)
    await writeNoRevenue(tx, deps, customerId)
    deps.log[tookPlan ? 'error' : 'warn'](
      { businessId, customerId },
      'the card provider does not know this customer',
    )
    return row.checkout && row.checkout.expiresAt <= deps.now() ? row.checkout : undefined
  })
}

interface Answer {
  call: Ticket
  standing: Standing
  payments: PaymentsSum | CardProviderError | null
  event: ProviderEvent | undefined
}

/**
 * Writes the result and returns the checkout that has ended with it. An event counts as applied only when the
 * payments were read too. Payments are ordered separately, because a later call may have been written without
 * them.
 */
async function writeAnswer(
  deps: BillingDeps,
  businessId: string,
  { call, standing, payments, event }: Answer,
): Promise<StoredCheckout | undefined> {
  return withPlatform(deps.database, async (tx) => {
    const paid = payments instanceof CardProviderError ? null : payments
    const isApplied = paid !== null && !standing.isUnclear
    if (event && isApplied && !(await recordEvent(tx, businessId, event))) return undefined
    const row = await lockSubscription(tx, businessId)
    if (paid) await writeRevenue(tx, deps, call, paid)
    if (!row || row.applied >= call.ticket) return undefined
    if (standing.isUnclear) {
      await markUnclear(tx, businessId)
      return row.checkout && row.checkout.expiresAt <= deps.now() ? row.checkout : undefined
    }
    const { ticket } = call
    const { plan, current } = standing
    // Checked again: the page may have been opened before the installation moved to an https address.
    if (isUpgrade(row.businessPlan, plan) && !arePlansForSale(deps)) {
      deps.log.warn({ businessId, plan }, 'a plan bought with a test card was refused')
      await writeAnswered(tx, businessId, ticket)
    } else {
      await writeStanding(tx, businessId, { ticket, needsRecheck: payments === null }, standing)
      deps.log.info({ businessId, plan, status: current?.status }, 'subscription read')
    }
    return row.checkout && isOver(row.checkout, row.subscriptionId, standing, deps.now())
      ? row.checkout
      : undefined
  })
}

/** Cancels a second subscription, bought on a page open in parallel or made in the provider's dashboard. */
async function cancelLeftover(
  deps: BillingDeps,
  businessId: string,
  leftover: SubscriptionFacts,
): Promise<void> {
  deps.log.warn({ businessId, ...logFields(leftover) }, 'a second subscription is canceled')
  try {
    await deps.cards.billing.cancelNow(leftover.subscriptionId)
  } catch (error) {
    // A concurrent request has already canceled it.
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
    deps.log.warn({ businessId, err: error }, 'a second subscription could not be canceled')
  }
}

/**
 * Whether a checkout has ended: no plan may be bought beside a running subscription, and another subscription
 * than before was bought on this checkout, even if it has ended since.
 */
function isOver(
  { expiresAt }: StoredCheckout,
  previousId: string | null,
  { running, current }: Standing,
  now: Date,
): boolean {
  return running !== undefined || expiresAt <= now || (current?.subscriptionId ?? null) !== previousId
}

/** Closes the page after the result was written. If it stays open, the hourly job tries again. */
async function closeCheckout(deps: BillingDeps, businessId: string, checkout: StoredCheckout): Promise<void> {
  try {
    await endCheckout(deps, checkout)
    await forgetCheckout(deps.database, businessId, checkout)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    deps.log.warn({ businessId, err: error }, 'a plan checkout could not be ended')
  }
}

function logFields({ subscriptionId, status, lookupKey }: SubscriptionFacts) {
  return { subscriptionId, status, lookupKey }
}
