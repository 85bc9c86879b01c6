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
  type Ticket,
  findBusinessOfCustomer,
  lockSubscription,
  noteEvent,
  noteUnclear,
  takeTicket,
  writeAnswered,
  writeStanding,
  writeUnknown,
} from './queries.ts'
import { askPayments, syncDepartedRevenue, writeNoRevenue, writeRevenue } from './revenue.ts'
import { type Standing, priceOf, standingOf } from './standing.ts'
import type { StoredCheckout } from './stored-checkout.ts'

/**
 * Asks the provider how this customer's subscription stands and what it has paid, and writes it down, with the event that
 * said so, if one did.
 */
export async function syncCustomer(
  deps: BillingDeps,
  customerId: string,
  event?: ProviderEvent,
): Promise<void> {
  const businessId = await findBusinessOfCustomer(deps.database.platform, customerId)
  if (businessId) await syncSubscription(deps, businessId, event)
  else await syncDepartedRevenue(deps, customerId)
}

interface Look {
  customerId: string
  /** Undefined when the provider has no such customer. */
  standing: Standing | undefined
}

/** The same for a business; undefined for one that has no customer yet, and for an event that had its effect. */
export async function syncSubscription(
  deps: BillingDeps,
  businessId: string,
  event?: ProviderEvent,
): Promise<Look | undefined> {
  const question = await takeTicket(deps.database.platform, businessId, event)
  if (!question) return undefined
  const { customerId } = question
  const known = await listUnlessMissing(deps, customerId)
  if (!known) {
    const over = await writeMissing(deps, businessId, question)
    if (over) await closeCheckout(deps, businessId, over)
    return { customerId, standing: undefined }
  }
  const standing = standingOf(known)
  for (const one of known.filter(({ status }) => status === 'unknown')) {
    const { subscriptionId, unknownStatus: status } = one
    deps.log.warn({ businessId, subscriptionId, status }, 'a subscription has a status that is not known')
  }
  if (standing.running && !priceOf(standing.running)) {
    deps.log.error({ businessId, ...named(standing.running) }, 'a subscription has a price that is not ours')
  }
  for (const leftover of standing.leftovers) await cancelLeftover(deps, businessId, leftover)
  // Last, so that what cancelling cost or brought back is in it.
  const payments = await askPayments(deps, customerId)
  const over = await write(deps, businessId, { question, standing, payments, event })
  if (over) await closeCheckout(deps, businessId, over)
  // The event has to come again, unless the answer would be the same then.
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
 * A customer that the provider does not have belongs to another account: the sandbox's, once real cards are charged, or
 * the right one, when the key is the wrong one. Nothing is open then, but the customer is kept for the day it is found
 * again, and so are the event, which is not noted, and a page at the provider that may still be used.
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
  question: Ticket
  standing: Standing
  payments: PaymentsSum | CardProviderError | null
  event: ProviderEvent | undefined
}

/**
 * Gives back the visit to the provider's page that is over with this answer, if there is one. An event has had its effect
 * only when what was paid is known too. That is ordered by itself: a later look may have been written without it. Where a
 * status is not known, what is stored stays, and the event counts as not applied.
 */
async function write(
  deps: BillingDeps,
  businessId: string,
  { question, standing, payments, event }: Answer,
): Promise<StoredCheckout | undefined> {
  return withPlatform(deps.database, async (tx) => {
    const paid = payments instanceof CardProviderError ? null : payments
    const isApplied = paid !== null && !standing.isUnclear
    if (event && isApplied && !(await noteEvent(tx, businessId, event))) return undefined
    const row = await lockSubscription(tx, businessId)
    if (paid) await writeRevenue(tx, deps, question, paid)
    if (!row || row.applied >= question.ticket) return undefined
    if (standing.isUnclear) {
      await noteUnclear(tx, businessId)
      return row.checkout && row.checkout.expiresAt <= deps.now() ? row.checkout : undefined
    }
    const { ticket } = question
    const { plan, current } = standing
    // Asked again: the page may have been open since before the address became an https one.
    if (isUpgrade(row.businessPlan, plan) && !arePlansForSale(deps)) {
      deps.log.warn({ businessId, plan }, 'a plan bought with a test card was refused')
      await writeAnswered(tx, businessId, ticket)
    } else {
      await writeStanding(tx, businessId, { ticket, lookAgain: payments === null }, standing)
      deps.log.info({ businessId, plan, status: current?.status }, 'subscription read')
    }
    return row.checkout && isOver(row.checkout, row.subscriptionId, standing, deps.now())
      ? row.checkout
      : undefined
  })
}

/** Two at once would be charged twice; it takes two pages that were open side by side, or somebody in the dashboard. */
async function cancelLeftover(
  deps: BillingDeps,
  businessId: string,
  leftover: SubscriptionFacts,
): Promise<void> {
  deps.log.warn({ businessId, ...named(leftover) }, 'a second subscription is cancelled')
  try {
    await deps.cards.billing.cancelNow(leftover.subscriptionId)
  } catch (error) {
    // Whoever asked at the same moment has cancelled it already.
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
    deps.log.warn({ businessId, err: error }, 'a second subscription could not be cancelled')
  }
}

/** Nothing may be bought there beside what runs. Another subscription than before was bought there, even if it is over. */
function isOver(
  { expiresAt }: StoredCheckout,
  before: string | null,
  { running, current }: Standing,
  now: Date,
): boolean {
  return running !== undefined || expiresAt <= now || (current?.subscriptionId ?? null) !== before
}

/** What the provider said is written by now; a page that stays open is looked at again by the hourly job. */
async function closeCheckout(deps: BillingDeps, businessId: string, checkout: StoredCheckout): Promise<void> {
  try {
    await endCheckout(deps, checkout)
    await forgetCheckout(deps.database, businessId, checkout)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    deps.log.warn({ businessId, err: error }, 'a plan checkout could not be ended')
  }
}

function named({ subscriptionId, status, lookupKey }: SubscriptionFacts) {
  return { subscriptionId, status, lookupKey }
}
