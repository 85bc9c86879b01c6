import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { payments, refunds } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { applyCheckout } from './apply-checkout.ts'
import { isUnknownThere } from './card-failure.ts'
import { getCheckout, isRunning } from './checkout-queries.ts'
import type { Checkout } from './checkout-queries.ts'
import { canAskAgain } from './checkout-request.ts'
import { giveUpCheckout } from './give-up-checkout.ts'
import { makeRefund } from './make-refund.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { openSession } from './open-session.ts'
import type { PaymentDeps } from './payment-deps.ts'

interface Unfinished {
  businessId: string
  id: string
}

const minute = 60_000
const day = 24 * 60 * minute
const atOnce = 5
/** What a run looks at, so that it ends before the next begins. */
const perRun = 500
/** So many calls in a row that nobody answered: the others would not be answered either. */
const patience = 5
/** How late a payment that takes days can still come, and how long an event can still be sent again. */
const longestWait = 30 * day
const eventsAreKept = 90 * day

/** Asks the provider about everything that has been open for long. One that fails is tried again the next time. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const now = deps.now().getTime()
  const { platform } = deps.database
  const { rows: visits } = await platform.query<Unfinished>(
    `select business_id as "businessId", id from checkouts
     where state in ('opening', 'open', 'processing') and created_at < $1
     order by created_at limit $2`,
    [new Date(now - 10 * minute), perRun],
  )
  const { rows: asked } = await platform.query<Unfinished>(
    `select business_id as "businessId", id from refunds
     where state = 'requested' and created_at < $1 order by created_at limit $2`,
    [new Date(now - 2 * minute), perRun],
  )
  await forEach(deps, [
    ...visits.map((visit) => ({ ...visit, work: reconcileCheckout })),
    ...asked.map((refund) => ({ ...refund, work: retryRefund })),
  ])
  await platform.query('delete from card_events where applied_at < $1', [new Date(now - eventsAreKept)])
}

/** For runs that come by themselves: while one is under way, here or in another process, a second does nothing. */
export async function reconcileAlone(deps: PaymentDeps): Promise<void> {
  await oneAtATime(deps, 'reconcile-payments', () => reconcile(deps))
}

async function forEach(
  deps: PaymentDeps,
  all: readonly (Unfinished & { work: (deps: PaymentDeps, one: Unfinished) => Promise<void> })[],
): Promise<void> {
  const rest = all.values()
  let unanswered = 0
  const runner = async () => {
    for (const one of rest) {
      try {
        await one.work(deps, one)
        unanswered = 0
      } catch (error) {
        deps.log.warn({ err: error, id: one.id }, 'could not reconcile')
        const isUnanswered = error instanceof CardProviderError && error.kind === 'unreachable'
        unanswered = isUnanswered ? unanswered + 1 : 0
      }
      if (unanswered >= patience) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}

export async function reconcileCheckout(deps: PaymentDeps, { businessId, id }: Unfinished): Promise<void> {
  const found = await withTenant(deps.database, businessId, async (tx) => {
    const checkout = await getCheckout(tx, id)
    if (!checkout || !isRunning(checkout)) return null
    const [invoice] = await tx.db
      .select({ status: invoices.status })
      .from(invoices)
      .where(eq(invoices.id, checkout.invoiceId))
    return { checkout, isWanted: invoice?.status === 'pending' }
  })
  if (!found) return
  const { checkout, isWanted } = found
  const { sessionId } = checkout
  if (sessionId === null) {
    // Nobody has its address, so nobody can have paid there. Asked again, it is known, and closes like any other.
    if (isWanted && canAskAgain(checkout.request, deps.now())) await openSession(deps, checkout)
    else await giveUpCheckout(deps, checkout)
    return
  }
  const { checkouts } = deps.cards
  try {
    const facts = await (isWanted ? checkouts.read(sessionId) : checkouts.expire(sessionId))
    await applyCheckout(deps, { businessId, checkoutId: id, sessionId }, facts)
  } catch (error) {
    if (!isLongGone(error, checkout, deps.now())) throw error
    await giveUpCheckout(deps, checkout)
  }
}

/** The provider does not know the session, which would be over by now: it is one of another account or of the sandbox. */
function isLongGone(error: unknown, { state, expiresAt }: Checkout, now: Date): boolean {
  const end = expiresAt.getTime() + (state === 'processing' ? longestWait : 0)
  return isUnknownThere(error) && end < now.getTime()
}

async function retryRefund(deps: PaymentDeps, { businessId, id }: Unfinished): Promise<void> {
  const [refund] = await withTenant(deps.database, businessId, ({ db }) =>
    db
      .select({
        businessId: refunds.businessId,
        id: refunds.id,
        paymentId: refunds.paymentId,
        providerPaymentId: payments.providerPaymentId,
        amountCents: refunds.amountCents,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, id)),
  )
  if (!refund || refund.providerPaymentId === null) return
  const { providerPaymentId } = refund
  await makeRefund(deps, { ...refund, providerPaymentId }, { isRetry: true, isNoticed: false })
}
