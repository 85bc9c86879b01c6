import { eq } from 'drizzle-orm'
import { disputes, payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import { type WebhookAccount, findPaymentLink } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyDisputes, syncDisputes } from './sync-disputes.ts'

interface DisputePoll {
  businessId: WebhookAccount
  /** When the account last answered; null if it never did. */
  lookedAt: Date | null
}

const hour = 3_600_000
/** How far back the first poll of an account goes. Older disputes have been decided. */
const firstLookbackMs = 120 * 24 * hour
/** Allows for clock differences and for disputes that were just being opened. */
const overlapMs = hour
/** The number of businesses with their own account that one run asks. */
const perRun = 200
/** Each poll decrypts keys, which is logged. Once a day is enough, because events usually arrive first. */
const ownAccountIntervalMs = 23 * hour

/** Asks every Stripe account for disputes opened since the last poll, in case no event reported them. */
export async function findDisputes(deps: PaymentDeps): Promise<void> {
  for (const poll of await listDuePolls(deps)) {
    const askedAt = deps.now()
    let hasAnswered = false
    try {
      await findNewDisputes(deps, poll, askedAt)
      hasAnswered = true
    } catch (error) {
      deps.log.warn({ err: error, businessId: poll.businessId }, 'could not check for disputes')
    }
    await deps.database.platform.query(
      `insert into platform.dispute_looks (business_id, asked_at, looked_at) values ($1, $2, $3)
       on conflict (business_id) do update set asked_at = excluded.asked_at,
         looked_at = coalesce(excluded.looked_at, dispute_looks.looked_at)`,
      [poll.businessId, askedAt, hasAnswered ? askedAt : null],
    )
  }
}

/** The operator's account, and the own accounts that were not asked for the longest time. */
async function listDuePolls({ database, now }: PaymentDeps): Promise<DisputePoll[]> {
  const at = now()
  const { rows } = await database.platform.query<DisputePoll>(
    `(select null::uuid as "businessId",
        (select looked_at from platform.dispute_looks where business_id is null) as "lookedAt")
     union all
     (select i.business_id, l.looked_at from integrations i
      left join platform.dispute_looks l on l.business_id = i.business_id
      where i.stripe_mode is not null and (l.asked_at is null or l.asked_at not between $1 and $2)
      order by l.asked_at nulls first limit $3)`,
    [new Date(at.getTime() - ownAccountIntervalMs), at, perRun],
  )
  return rows
}

async function findNewDisputes(
  deps: PaymentDeps,
  { businessId, lookedAt }: DisputePoll,
  now: Date,
): Promise<void> {
  const account: PaymentAccount =
    businessId === null
      ? deps.cards
      : await openAccount(deps, { businessId, provider: 'card', isOwn: true }, 'To check for disputes')
  // A wrong clock may have recorded a poll in the future.
  const since = lookedAt
    ? Math.min(lookedAt.getTime(), now.getTime()) - overlapMs
    : now.getTime() - firstLookbackMs
  for (const fact of (await account.disputes?.listSince(new Date(since))) ?? []) {
    const payment = await findPaymentLink(deps.database, businessId, fact.paymentId)
    // If the payment is recorded later, its disputes are read then.
    if (payment) await applyDisputes(deps, payment, [fact])
  }
}

export async function pollAfterDispute(
  deps: PaymentDeps,
  { businessId, id }: { businessId: string; id: string },
): Promise<void> {
  const [found] = await withTenant(deps.database, businessId, ({ db }) =>
    db
      .select({
        paymentId: payments.id,
        isOwn: payments.isOwn,
        providerPaymentId: payments.providerPaymentId,
      })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .where(eq(disputes.id, id)),
  )
  if (!found || found.providerPaymentId === null) return
  const { providerPaymentId, ...payment } = found
  await syncDisputes(deps, { businessId, provider: 'card', ...payment, providerPaymentId })
}
