import { eq } from 'drizzle-orm'
import { disputes, payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import { type WebhookAccount, findPaymentLink } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyDisputes, syncDisputes } from './sync-disputes.ts'

interface Look {
  businessId: WebhookAccount
  /** The last time that the account answered; null for never. */
  lookedAt: Date | null
}

const hour = 3_600_000
/** What is older than this when an account is asked for the first time has been decided. */
const longestBack = 120 * 24 * hour
/** For clocks that differ, and for disputes that were just being opened. */
const overlap = hour
/** Businesses with an account of their own that are asked in one run. */
const perRun = 200
/** Their keys are opened for it, and each time is noted: once a day will do, because events tell of it sooner. */
const ownEvery = 23 * hour

/** Asks every Stripe account for disputes that were opened since the last look, in case no event told of them. */
export async function findDisputes(deps: PaymentDeps): Promise<void> {
  for (const look of await listLooks(deps)) {
    const askedAt = deps.now()
    let hasAnswered = false
    try {
      await findSince(deps, look, askedAt)
      hasAnswered = true
    } catch (error) {
      deps.log.warn({ err: error, businessId: look.businessId }, 'could not look for disputes')
    }
    await deps.database.platform.query(
      `insert into platform.dispute_looks (business_id, asked_at, looked_at) values ($1, $2, $3)
       on conflict (business_id) do update set asked_at = excluded.asked_at,
         looked_at = coalesce(excluded.looked_at, dispute_looks.looked_at)`,
      [look.businessId, askedAt, hasAnswered ? askedAt : null],
    )
  }
}

/** The operator's account, and those of businesses that were not asked for the longest time. */
async function listLooks({ database, now }: PaymentDeps): Promise<Look[]> {
  const at = now()
  const { rows } = await database.platform.query<Look>(
    `(select null::uuid as "businessId",
        (select looked_at from platform.dispute_looks where business_id is null) as "lookedAt")
     union all
     (select i.business_id, l.looked_at from integrations i
      left join platform.dispute_looks l on l.business_id = i.business_id
      where i.stripe_mode is not null and (l.asked_at is null or l.asked_at not between $1 and $2)
      order by l.asked_at nulls first limit $3)`,
    [new Date(at.getTime() - ownEvery), at, perRun],
  )
  return rows
}

async function findSince(deps: PaymentDeps, { businessId, lookedAt }: Look, now: Date): Promise<void> {
  const account: PaymentAccount =
    businessId === null
      ? deps.cards
      : await openAccount(deps, { businessId, provider: 'card', isOwn: true }, 'To look for disputes')
  // A clock that was wrong may have noted a look in the future.
  const since = lookedAt ? Math.min(lookedAt.getTime(), now.getTime()) - overlap : now.getTime() - longestBack
  for (const fact of (await account.disputes?.listSince(new Date(since))) ?? []) {
    const payment = await findPaymentLink(deps.database, businessId, fact.paymentId)
    // If the payment itself is written later, its disputes are asked for then.
    if (payment) await applyDisputes(deps, payment, [fact])
  }
}

/** Looks at one that is not decided yet. */
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
