import type pg from 'pg'
import { CardProviderError, type SubscriptionFacts } from '../../platform/cards/card-provider.ts'
import { withAuth, withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { removeFilesOf } from '../../platform/files/stored-files.ts'
import { lockAdmins } from '../auth/queries.ts'
import { revokeBankAccesses } from '../banking/end/end-access.ts'
import { findCustomer } from '../billing/customers.ts'
import { endCheckout } from '../billing/plan-checkout.ts'
import { lockSubscription } from '../billing/queries.ts'
import { lockTotals } from '../figures/money-totals.ts'
import { lockJournal } from '../journal/lock-journal.ts'
import { runCloseCheckout } from '../payments/checkout/close-checkout.ts'
import type { DeletionDeps } from './account-deps.ts'
import { queueBusinessGoneMail, queueGoodbyeMail } from './emails.ts'

interface Person {
  id: string
  email: string
  role: 'user' | 'admin'
  /** Whether they belong to another business and so keep their account. */
  hasOthers: boolean
}

/** After this many payment pages in a row that could not be closed, give up on the rest. */
const maxFailures = 5

/**
 * Deletes a business that is due, and its owner's account, unless they belong to another business. If a run fails at any
 * point, the business is still due and the next run continues. Once it has no members, the rest of the data is out of reach
 * of any sign-in.
 */
export async function deleteAccount(deps: DeletionDeps, businessId: string): Promise<void> {
  const owner = await findOwner(deps.database.auth, businessId)
  if (owner?.role === 'admin') {
    deps.log.warn(
      { businessId },
      'an account that was due was not deleted, because it is now an administrator’s',
    )
    return
  }
  await endSubscriptions(deps, businessId)
  await closePaymentPages(deps, businessId)
  if (owner && !owner.hasOthers) await forgetTraces(deps, owner)
  if (!(await deletePeople(deps, businessId))) return
  // Until the members were deleted, the owner could still have bought a plan.
  await endSubscriptions(deps, businessId)
  // Not earlier: an owner who keeps the account at the last moment keeps the bank connections.
  await revokeBankAccesses(deps, businessId)
  await forgetMailFiles(deps, 'select id from mails where business_id = $1', [businessId])
  await removeFilesOf(deps, businessId)
  await deleteBusiness(deps, businessId)
  deps.log.info({ businessId }, 'an account was deleted')
}

/**
 * Closes the open payment pages, as far as possible: the departing owner will not fix a broken provider
 * account. But if the platform's own provider is unreachable, deletion waits for recent pages there, because
 * a payment would have no invoice.
 */
async function closePaymentPages(deps: DeletionDeps, businessId: string): Promise<void> {
  const { rows } = await deps.database.platform.query<{ id: string; mustClose: boolean }>(
    `select id, not is_own and created_at > now() - interval '1 day' as "mustClose"
     from checkouts where business_id = $1 and position = 0 and state in ('opening', 'open', 'processing')`,
    [businessId],
  )
  let failures = 0
  for (const { id, mustClose } of rows) {
    try {
      await runCloseCheckout(deps, { businessId, checkoutId: id })
      failures = 0
    } catch (error) {
      deps.log.warn({ err: error, businessId, checkoutId: id }, 'a payment page could not be closed')
      const isUnanswered = error instanceof CardProviderError && error.kind === 'unreachable'
      if (mustClose && isUnanswered) throw error
      failures += 1
      if (failures >= maxFailures) return
    }
  }
}

async function findOwner(
  auth: Pick<pg.Pool, 'query'> | pg.PoolClient,
  businessId: string,
): Promise<Person | undefined> {
  const { rows } = await auth.query<Person>(
    `select u.id, u.email, u.role,
       exists (select from members o where o.user_id = u.id and o.business_id <> m.business_id) as "hasOthers"
     from members m join auth.users u on u.id = m.user_id where m.business_id = $1 and m.role = 'owner'`,
    [businessId],
  )
  return rows[0]
}

/** Deletes messages to the operator, mails without a business, jobs and limits of a user. */
async function forgetTraces(deps: DeletionDeps, { id, email }: Person): Promise<void> {
  const emails = [email]
  await forgetMailFiles(
    deps,
    `select id from mails where business_id is null and to_address = any($1)
     union select mail_id from platform.contact_messages where email = any($1) and mail_id is not null`,
    [emails],
  )
  await withPlatform(deps.database, async ({ client }) => {
    await forgetMessages(client, emails)
    await client.query('delete from mails where business_id is null and to_address = any($1)', [emails])
    await client.query(`delete from pgboss.job where data ->> 'email' = any($1)`, [emails])
    await forgetLimits(client, [id, email])
  })
}

/** Matches whole parts of a key only, because one address can be part of another. */
async function forgetLimits(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  await client.query(`delete from platform.rate_limits where string_to_array(key, ':') && $1::text[]`, [
    names,
  ])
}

/**
 * Deletes the memberships and the owner's account. Returns false if the owner kept the account at the last moment, is
 * suspended, or is now an admin.
 */
async function deletePeople(deps: DeletionDeps, businessId: string): Promise<boolean> {
  return withAuth(deps.database, async (tx) => {
    await lockAdmins(tx)
    const { rows } = await tx.client.query<{ isDue: boolean; name: string }>(
      `select delete_after <= now() and suspended_at is null as "isDue", name from businesses where id = $1 for update`,
      [businessId],
    )
    const [business] = rows
    if (!business?.isDue) return false
    // An owner who joins or makes another business at this moment keeps the account.
    await tx.client.query(
      `select from auth.users where id in (select user_id from members where business_id = $1 and role = 'owner') for update`,
      [businessId],
    )
    const owner = await findOwner(tx.client, businessId)
    if (owner?.role === 'admin') return false
    await tx.client.query('delete from members where business_id = $1', [businessId])
    if (!owner) return true
    if (owner.hasOthers) {
      await queueBusinessGoneMail(tx, deps, { to: owner.email, businessName: business.name })
      return true
    }
    await tx.client.query('delete from auth.verifications where value = $1', [owner.id])
    await tx.client.query('delete from auth.users where id = $1', [owner.id])
    await queueGoodbyeMail(tx, deps, owner.email)
    return true
  })
}

/** Deletes the business with everything that belongs to it. */
async function deleteBusiness({ database }: DeletionDeps, businessId: string): Promise<void> {
  await withPlatform(database, async (tx) => {
    const { client } = tx
    await client.query(`set local statement_timeout = '30min'`)
    // A roll-up locks the totals before the business, and so does the journal with its own lock. The same order here avoids
    // a deadlock.
    await lockTotals(tx, businessId)
    await lockJournal(tx, businessId)
    await client.query('delete from businesses where id = $1', [businessId])
    await client.query(`delete from pgboss.job where data ->> 'businessId' = $1`, [businessId])
    await forgetLimits(client, [businessId])
  })
}

/**
 * Deletes files of the built-in mailbox. Call it before deleting the rows, by which an interrupted run finds
 * the files again. `which` selects the ids of the mails.
 */
export async function forgetMailFiles(
  { database, mailbox }: Deps<'database' | 'mailbox'>,
  which: string,
  values: readonly unknown[],
): Promise<void> {
  if (!mailbox) return
  const { rows } = await database.platform.query<{ id: string }>(which, [...values])
  await mailbox.remove(rows.map(({ id }) => id))
}

/**
 * Deletes messages, answers and notifications. Call it before deleting mails to these addresses: it waits for
 * an answer that is being sent.
 */
export async function forgetMessages(client: pg.PoolClient, emails: readonly string[]): Promise<void> {
  await client.query(
    `with gone as (delete from platform.contact_messages where email = any($1) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
    [emails],
  )
}

/** Ends subscriptions and an open plan checkout. Throws if a subscription may still be running. */
async function endSubscriptions(
  deps: Deps<'database' | 'log' | 'now' | 'cards'>,
  businessId: string,
): Promise<void> {
  const row = await withPlatform(deps.database, (tx) => lockSubscription(tx, businessId))
  const customerId = await findCustomer(deps, businessId)
  if (!row || !customerId) return
  if (row.checkout) await endCheckout(deps, row.checkout)
  for (const { subscriptionId } of await listAlive(deps, businessId, customerId)) {
    await cancel(deps, businessId, subscriptionId)
  }
  if ((await listAlive(deps, businessId, customerId)).length > 0) {
    throw new CardProviderError('malformed', 'A subscription that was canceled still runs.')
  }
}

async function listAlive(
  { cards, log }: Deps<'log' | 'cards'>,
  businessId: string,
  customerId: string,
): Promise<SubscriptionFacts[]> {
  try {
    const all = await cards.billing.listSubscriptions(customerId)
    return all.filter(({ status }) => status !== 'canceled')
  } catch (error) {
    if (!(error instanceof CardProviderError) || !error.isMissing) throw error
    // The customer belongs to another Stripe account, such as the sandbox before real cards were charged. If
    // the key is wrong instead, the operator finds here which customer's subscriptions to end.
    log.error({ businessId, customerId }, 'the card provider does not know the customer of a deleted account')
    return []
  }
}

async function cancel(
  { cards, log }: Deps<'log' | 'cards'>,
  businessId: string,
  subscriptionId: string,
): Promise<void> {
  try {
    await cards.billing.cancelNow(subscriptionId)
  } catch (error) {
    // It may have ended in the meantime; the caller checks that afterwards.
    if (!(error instanceof CardProviderError) || error.kind !== 'refused') throw error
    log.warn({ businessId, subscriptionId, err: error }, 'a subscription could not be canceled')
  }
}
