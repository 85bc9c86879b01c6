import { eq } from 'drizzle-orm'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { RefundFacts } from '../../platform/cards/card-provider.ts'
import { refunds } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { isUnknownThere } from './card-failure.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyRefunds, failRefund, syncRefunds } from './sync-refunds.ts'

type RefundState = (typeof refunds.$inferSelect)['state']

interface RequestedRefund {
  businessId: string
  id: string
  paymentId: string
  providerPaymentId: string
  amountCents: number
}

/**
 * Asks the provider for a refund that was written as 'requested', and writes down what it says. Its id goes along, so
 * asking again at once makes no second one. A provider forgets such ids after a day: a retry looks first whether there is
 * one. Throws while the provider's answer is not known.
 */
export async function makeRefund(
  deps: PaymentDeps,
  refund: RequestedRefund,
  { isRetry, isNoticed }: { isRetry: boolean; isNoticed: boolean },
): Promise<RefundState> {
  const { businessId, id, paymentId, providerPaymentId, amountCents } = refund
  if (isRetry) {
    await syncIfKnown(deps, refund)
    const state = await readState(deps, refund)
    if (state !== 'requested') return state
  }
  const facts = await ask(deps, { reference: id, paymentId: providerPaymentId, amountCents })
  if (facts) {
    await applyRefunds(deps, { businessId, paymentId }, [{ ...facts, reference: id }])
  } else {
    // It may have been made when it was asked for before, and be refused now because nothing is left.
    await syncIfKnown(deps, refund)
    await failRefund(deps, refund, { isNoticed })
  }
  return readState(deps, refund)
}

/** A payment that the provider does not know has no refunds there. */
async function syncIfKnown(deps: PaymentDeps, refund: RequestedRefund): Promise<void> {
  const { businessId, paymentId, providerPaymentId } = refund
  try {
    await syncRefunds(deps, { businessId, paymentId, providerPaymentId })
  } catch (error) {
    if (!isUnknownThere(error)) throw error
    deps.log.warn({ err: error, paymentId }, 'a payment is unknown to the card provider')
  }
}

async function readState(
  { database }: PaymentDeps,
  { businessId, id }: RequestedRefund,
): Promise<RefundState> {
  const [row] = await withTenant(database, businessId, ({ db }) =>
    db.select({ state: refunds.state }).from(refunds).where(eq(refunds.id, id)),
  )
  return row?.state ?? 'failed'
}

/** Null when the provider will not make it. */
async function ask(
  { cards, log }: PaymentDeps,
  request: Parameters<typeof cards.refunds.create>[0],
): Promise<RefundFacts | null> {
  try {
    return await cards.refunds.create(request)
  } catch (error) {
    const isRefused =
      error instanceof CardProviderError && (error.kind === 'refused' || error.kind === 'declined')
    if (!isRefused) throw error
    log.warn({ err: error, refundId: request.reference }, 'the card provider refused a refund')
    return null
  }
}
