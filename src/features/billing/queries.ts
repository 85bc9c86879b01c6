import type pg from 'pg'
import type { SubscriptionRequest } from '../../platform/cards/card-provider.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Plan } from './rules.ts'
import { type KnownSubscription, type Standing, priceOf } from './standing.ts'

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

export interface ProviderEvent {
  id: string
  type: string
}

export interface Ticket {
  ticket: number
  customerId: string
  /** The time by the database's clock, to the microsecond. */
  askedAt: string
}

/**
 * Numbers a call to the provider; its response counts only while no later call has been answered. Undefined
 * without a customer at the provider, and for an event that was already applied.
 */
export async function takeTicket(
  platform: Queryable,
  businessId: string,
  event: ProviderEvent | undefined,
): Promise<Ticket | undefined> {
  const { rows } = await platform.query<Ticket>(
    `update subscriptions set asked = asked + 1, updated_at = now()
     where business_id = $1 and customer_id is not null
       and not exists (select from card_events where business_id = $1 and id = $2)
     returning asked as ticket, customer_id as "customerId", clock_timestamp()::text as "askedAt"`,
    [businessId, event?.id ?? null],
  )
  return rows[0]
}

/** Records that an event was applied; false when it was recorded before. */
export async function recordEvent(
  { client }: Transaction,
  businessId: string,
  { id, type }: ProviderEvent,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into card_events (business_id, id, type) values ($1, $2, $3) on conflict do nothing',
    [businessId, id, type],
  )
  return rowCount === 1
}

interface LockedSubscription {
  applied: number
  subscriptionId: string | null
  businessPlan: Plan
  trialUsedAt: Date | null
  checkout: StoredCheckout | undefined
}

/** Locks and reads the row until the transaction ends. */
export async function lockSubscription(
  { client }: Transaction,
  businessId: string,
): Promise<LockedSubscription | undefined> {
  const { rows } = await client.query<CheckoutColumns & Omit<LockedSubscription, 'checkout'>>(
    `select applied, subscription_id as "subscriptionId",
       (select b.plan from businesses b where b.id = $1) as "businessPlan", trial_used_at as "trialUsedAt", checkout_id,
       checkout_request, checkout_session_id, checkout_url, checkout_expires_at
     from subscriptions where business_id = $1 for update`,
    [businessId],
  )
  const [row] = rows
  return row && { ...row, checkout: readStoredCheckout(row) }
}

/** Marks the call as answered without changing anything else. */
export async function writeAnswered(
  { client }: Transaction,
  businessId: string,
  ticket: number,
): Promise<void> {
  await client.query('update subscriptions set applied = $2, updated_at = now() where business_id = $1', [
    businessId,
    ticket,
  ])
}

/** Keeps all stored values and makes the hourly job ask again. */
export async function markUnclear({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(
    'update subscriptions set look_again = true, updated_at = now() where business_id = $1',
    [businessId],
  )
}

/** Writes the subscription and the plan. Only this and writeUnknown write the plan of a business. */
export async function writeStanding(
  { client }: Transaction,
  businessId: string,
  { ticket, needsRecheck }: { ticket: number; needsRecheck: boolean },
  { plan, current, hadTrial }: Standing,
): Promise<void> {
  const price = current && priceOf(current)
  await client.query(
    `update subscriptions set subscription_id = $2, plan = $3, billing_interval = $4, status = $5,
       current_period_end = $6, cancel_at_period_end = $7, ended_at = $8,
       trial_used_at = coalesce(trial_used_at, case when $9 then now() end), applied = $10, look_again = $11,
       updated_at = now()
     where business_id = $1`,
    [
      businessId,
      current?.subscriptionId ?? null,
      price?.plan ?? 'free',
      price?.interval ?? null,
      (current?.status ?? 'none') satisfies KnownSubscription['status'] | 'none',
      current?.currentPeriodEnd ?? null,
      current?.cancelAtPeriodEnd ?? false,
      current?.endedAt ?? null,
      hadTrial,
      ticket,
      needsRecheck,
    ],
  )
  await client.query('update businesses set plan = $2 where id = $1 and plan <> $2', [businessId, plan])
}

/** Puts the business on Free and keeps the rest, in case the customer comes back. True if it lost a plan. */
export async function writeUnknown(
  { client }: Transaction,
  businessId: string,
  ticket: number,
): Promise<boolean> {
  await client.query(
    `update subscriptions set plan = 'free', status = 'none', applied = $2, look_again = false, updated_at = now()
     where business_id = $1`,
    [businessId, ticket],
  )
  const { rowCount } = await client.query(
    `update businesses set plan = 'free' where id = $1 and plan <> 'free'`,
    [businessId],
  )
  return rowCount === 1
}

export async function findBusinessOfCustomer(
  platform: Queryable,
  customerId: string,
): Promise<string | undefined> {
  const { rows } = await platform.query<{ business_id: string }>(
    'select business_id from subscriptions where customer_id = $1',
    [customerId],
  )
  return rows[0]?.business_id
}

/**
 * Lists businesses to ask about, least recently updated first, so that those that always fail delay no
 * others. Includes those whose customer was unknown last time while their paid period runs and, last, those
 * whose payments were never read.
 */
export async function listUnsettled(
  platform: Queryable,
  { periodEndedBefore, checkoutExpiresBefore }: { periodEndedBefore: Date; checkoutExpiresBefore: Date },
): Promise<string[]> {
  const { rows } = await platform.query<{ business_id: string }>(
    `select business_id
     from subscriptions s cross join lateral (
       select coalesce((status in ('trialing', 'active', 'past_due') and current_period_end < $1)
         or checkout_expires_at < $2 or (status = 'none' and current_period_end > $1) or look_again, false) as is_due,
         subscription_id is not null and not exists (
           select from platform.subscription_revenue r where r.customer_id = s.customer_id) as is_new
     ) standing
     where customer_id is not null and (is_due or is_new)
     order by is_due desc, updated_at limit 200`,
    [periodEndedBefore, checkoutExpiresBefore],
  )
  return rows.map((row) => row.business_id)
}

/** The provider allows a day. A minute less, so that a clock difference leads to no refusal. */
export const checkoutLifetimeMs = (24 * 60 - 1) * 60_000

/** A checkout that is not known to be over. A business has one at a time. */
export interface StoredCheckout {
  id: string
  /** The exact request to the provider, so that it can be repeated unchanged after a crash. */
  request: SubscriptionRequest
  /** Null until the provider has responded. */
  session: { id: string; url: string | null } | null
  expiresAt: Date
}

export interface CheckoutColumns {
  checkout_id: string | null
  checkout_request: SubscriptionRequest | null
  checkout_session_id: string | null
  checkout_url: string | null
  checkout_expires_at: Date | null
}

export function readStoredCheckout(row: CheckoutColumns): StoredCheckout | undefined {
  if (!row.checkout_id || !row.checkout_request || !row.checkout_expires_at) return undefined
  return {
    id: row.checkout_id,
    request: row.checkout_request,
    session: row.checkout_session_id ? { id: row.checkout_session_id, url: row.checkout_url } : null,
    expiresAt: row.checkout_expires_at,
  }
}
