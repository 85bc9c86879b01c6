import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { payments, refunds } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { AccountOf } from './accounts/payment-accounts.ts'
import { checkEnded, reconcileCheckout } from './checkout/reconcile-checkout.ts'
import { findDisputes, pollAfterDispute } from './disputes/find-disputes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { type RequestedRefund, makeRefund } from './refunds/make-refund.ts'
import { syncRefunds } from './refunds/sync-refunds.ts'
import { isProviderMethod, restoredId } from './rules.ts'

interface Unfinished extends AccountOf {
  id: string
}

interface Kind {
  sql: string
  /** How long this state is normal, in milliseconds. */
  graceMs: number
  work: (deps: PaymentDeps, item: Unfinished) => Promise<void>
}

const minute = 60_000
const concurrency = 5
/** The limit for each kind in one run, so that the run ends before the next begins. */
const perRun = 500
/** After this many unanswered calls in a row, a run skips the rest of that account. */
const maxUnanswered = 5
/** How long a provider may still send an event again. */
const eventRetentionMs = 90 * 24 * 60 * minute

/** What came back with an archive is settled where it was paid. */
const isKnownHere = `p.provider_payment_id not like '${restoredId('%')}'`

const refundsSince = `select r.business_id, r.id, p.method as provider, p.is_own, r.created_at as since
  from refunds r join payments p on p.business_id = r.business_id and p.id = r.payment_id and ${isKnownHere}`

const kinds: readonly Kind[] = [
  {
    sql: `select business_id, id, provider, is_own, created_at as since from checkouts
          where position = 0 and state in ('opening', 'open', 'processing') and created_at < $1`,
    graceMs: 10 * minute,
    work: reconcileCheckout,
  },
  {
    sql: `select business_id, id, provider, is_own, updated_at as since from checkouts
          where position = 0 and look_again and updated_at < $1`,
    graceMs: 10 * minute,
    work: checkEnded,
  },
  {
    sql: `${refundsSince} where r.state = 'requested' and r.created_at < $1`,
    graceMs: 2 * minute,
    work: retryRefund,
  },
  {
    // PayPal, and a Stripe account without a signing secret, send no events about the outcome of a refund.
    sql: `${refundsSince}
          where r.state = 'pending' and r.created_at < $1 and r.created_at > $1::timestamptz - interval '90 days'`,
    graceMs: 30 * minute,
    work: pollAfterRefund,
  },
  {
    sql: `select d.business_id, d.id, p.method as provider, p.is_own, d.updated_at as since from disputes d
          join payments p on p.business_id = d.business_id and p.id = d.payment_id and ${isKnownHere}
          where d.closed_at is null and d.updated_at < $1`,
    graceMs: 12 * 60 * minute,
    work: pollAfterDispute,
  },
]

/** Asks about everything that has been open for long. What fails is tried again in the next run. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const all = []
  for (const kind of kinds) {
    for (const item of await listUnfinished(deps, kind)) all.push({ item, work: kind.work })
  }
  await forEach(deps, all)
  await findDisputes(deps)
  const cutoff = new Date(deps.now().getTime() - eventRetentionMs)
  await deps.database.platform.query('delete from card_events where applied_at < $1', [cutoff])
}

/** Runs reconciliation unless another process, or this one, is already running it. Used by scheduled runs. */
export async function reconcileAlone(deps: PaymentDeps): Promise<void> {
  await oneAtATime(deps, 'reconcile-payments', () => reconcile(deps))
}

/** Lists the oldest item of each business, then the second oldest, so that failing ones delay no others. */
async function listUnfinished({ database, now }: PaymentDeps, kind: Kind): Promise<Unfinished[]> {
  const { rows } = await database.platform.query<Unfinished>(
    `with unfinished as (${kind.sql})
     select business_id as "businessId", id, provider, is_own as "isOwn" from unfinished
     order by row_number() over (partition by business_id order by since), since limit $2`,
    [new Date(now().getTime() - kind.graceMs), perRun],
  )
  return rows
}

async function forEach(
  deps: PaymentDeps,
  all: readonly { item: Unfinished; work: Kind['work'] }[],
): Promise<void> {
  const rest = all.values()
  const unanswered = new Map<string, number>()
  const runner = async () => {
    for (const { item, work } of rest) {
      const account = accountKey(item)
      if ((unanswered.get(account) ?? 0) >= maxUnanswered) continue
      try {
        await work(deps, item)
        unanswered.delete(account)
      } catch (error) {
        deps.log.warn({ err: error, id: item.id }, 'could not reconcile')
        const isUnanswered = error instanceof CardProviderError && error.kind === 'unreachable'
        if (isUnanswered) unanswered.set(account, (unanswered.get(account) ?? 0) + 1)
        else unanswered.delete(account)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runner))
}

function accountKey({ provider, isOwn, businessId }: AccountOf): string {
  return isOwn ? `${provider} of ${businessId}` : 'the platform'
}

async function retryRefund(deps: PaymentDeps, unfinished: Unfinished): Promise<void> {
  const refund = await readRefund(deps, unfinished)
  if (refund) await makeRefund(deps, refund, { isRetry: true, ownerIsWaiting: false })
}

async function pollAfterRefund(deps: PaymentDeps, unfinished: Unfinished): Promise<void> {
  const refund = await readRefund(deps, unfinished)
  if (refund) await syncRefunds(deps, refund)
}

async function readRefund(
  { database }: PaymentDeps,
  { businessId, id }: Unfinished,
): Promise<RequestedRefund | null> {
  const [refund] = await withTenant(database, businessId, ({ db }) =>
    db
      .select({
        businessId: refunds.businessId,
        id: refunds.id,
        paymentId: refunds.paymentId,
        provider: payments.method,
        isOwn: payments.isOwn,
        providerPaymentId: payments.providerPaymentId,
        currency: refunds.currency,
        amountMinor: refunds.amountMinor,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, id)),
  )
  if (!refund || refund.providerPaymentId === null || !isProviderMethod(refund.provider)) return null
  const { provider, providerPaymentId } = refund
  return { ...refund, provider, providerPaymentId }
}
