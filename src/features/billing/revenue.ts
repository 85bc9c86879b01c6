import { lt, sql } from 'drizzle-orm'
import { type PaymentsSum, CardProviderError } from '../../platform/cards/card-provider.ts'
import { subscriptionRevenue } from '../../platform/db/tables/installation/billing.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import type { BillingDeps } from './billing-deps.ts'

interface CustomerQuery {
  customerId: string
  /** When the provider was asked, by the database's clock. */
  askedAt: string
}

/**
 * Reads what was paid for plans. A failure is returned, because the plan is written anyway. Null when a
 * charge has an unknown status.
 */
export async function readPayments(
  { cards, log }: BillingDeps,
  customerId: string,
): Promise<PaymentsSum | CardProviderError | null> {
  try {
    const sum = await cards.billing.sumPayments(customerId)
    if (sum.leftOut > 0)
      log.warn({ customerId, ...sum }, 'charges in another currency are not counted as revenue')
    if (sum.unknownStatus === undefined) return sum
    log.warn({ customerId, status: sum.unknownStatus }, 'a charge has a status that is not known')
    return null
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    const isFinal = error.kind === 'refused'
    log[isFinal ? 'error' : 'warn'](
      { customerId, err: error },
      'the card provider does not say what was paid',
    )
    return error
  }
}

/** Writes the revenue of a customer. A response to an earlier call never replaces that to a later one. */
export async function writeRevenue(
  { db }: Transaction,
  { cards }: BillingDeps,
  { customerId, askedAt }: CustomerQuery,
  { paidMinor }: PaymentsSum,
): Promise<void> {
  const revenue = { isLive: cards.isLive, paidMinor, updatedAt: sql`${askedAt}::timestamptz` }
  await db
    .insert(subscriptionRevenue)
    .values({ customerId, ...revenue })
    .onConflictDoUpdate({
      target: subscriptionRevenue.customerId,
      set: revenue,
      setWhere: lt(subscriptionRevenue.updatedAt, revenue.updatedAt),
    })
}

/** Writes zero revenue for a customer that the provider does not know. Revenue recorded earlier is kept. */
export async function writeNoRevenue({ db }: Transaction, { cards }: BillingDeps, customerId: string) {
  await db
    .insert(subscriptionRevenue)
    .values({ customerId, isLive: cards.isLive, paidMinor: 0 })
    .onConflictDoNothing()
}

/** Updates a customer without a business here, because earlier payments may still be refunded. */
export async function syncDepartedRevenue(deps: BillingDeps, customerId: string): Promise<void> {
  const { rows } = await deps.database.platform.query<{ askedAt: string }>(
    `select clock_timestamp()::text as "askedAt" from platform.subscription_revenue
     where customer_id = $1 and is_live = $2`,
    [customerId, deps.cards.isLive],
  )
  const [query] = rows
  if (!query) return
  const payments = await readPayments(deps, customerId)
  if (payments === null) return
  if (!(payments instanceof CardProviderError)) {
    await withPlatform(deps.database, (tx) => writeRevenue(tx, deps, { customerId, ...query }, payments))
  } else if (payments.kind !== 'refused') throw payments
}
