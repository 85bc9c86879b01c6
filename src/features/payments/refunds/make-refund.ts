import { eq } from 'drizzle-orm'
import { type RefundFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { refunds } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isUnknownThere } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyRefunds, failRefund, syncRefunds } from './sync-refunds.ts'

type RefundState = (typeof refunds.$inferSelect)['state']

export interface RequestedRefund extends PaymentLink {
  id: string
  amountCents: number
}

const reason = 'To refund a payment'

interface Asked {
  isRetry: boolean
  /** The owner waits for the answer. */
  isNoticed: boolean
  /** Who asked for it, where somebody did. */
  userId?: string
}

/**
 * Asks the provider for a refund that was written as 'requested', and writes down what it says. Its id goes along, so
 * asking again at once makes no second one. A provider forgets such ids after a day: a retry looks first whether there is
 * one. Throws while the provider's answer is not known: also when a business has changed its keys since it asked, as only
 * the account that was asked can tell.
 */
export async function makeRefund(
  deps: PaymentDeps,
  refund: RequestedRefund,
  { isRetry, isNoticed, userId }: Asked,
): Promise<RefundState> {
  const { businessId, id, paymentId, providerPaymentId, amountCents } = refund
  const account =
    isRetry && refund.isOwn
      ? await openAccount(deps, refund, reason, userId)
      : await openIfThere(deps, refund, userId)
  if (isRetry) {
    await (account && refund.isOwn
      ? syncRefunds(deps, refund, { account })
      : syncIfKnown(deps, account, refund))
    const state = await readState(deps, refund)
    if (state !== 'requested') return state
  }
  const facts = await ask(deps, account, { reference: id, paymentId: providerPaymentId, amountCents })
  if (facts) {
    await applyRefunds(deps, { businessId, paymentId }, [{ ...facts, reference: id }])
  } else {
    // It may have been made when it was asked for before, and be refused now because nothing is left.
    await syncIfKnown(deps, account, refund)
    await failRefund(deps, refund, { isNoticed })
  }
  return readState(deps, refund)
}

/** Null when the business has removed the account since. */
async function openIfThere(
  deps: PaymentDeps,
  refund: RequestedRefund,
  userId: string | undefined,
): Promise<PaymentAccount | null> {
  try {
    return await openAccount(deps, refund, reason, userId)
  } catch (error) {
    if (!isUnknownThere(error)) throw error
    deps.log.warn({ err: error, refundId: refund.id }, 'the account of a payment is gone')
    return null
  }
}

/** A payment that the provider does not know has no refunds there. */
async function syncIfKnown(
  deps: PaymentDeps,
  account: PaymentAccount | null,
  refund: RequestedRefund,
): Promise<void> {
  if (!account) return
  try {
    await syncRefunds(deps, refund, { account })
  } catch (error) {
    if (!isUnknownThere(error)) throw error
    deps.log.warn({ err: error, paymentId: refund.paymentId }, 'a payment is unknown to the provider')
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
  { log }: PaymentDeps,
  account: PaymentAccount | null,
  request: Parameters<PaymentAccount['refunds']['create']>[0],
): Promise<RefundFacts | null> {
  if (!account) return null
  try {
    return await account.refunds.create(request)
  } catch (error) {
    const isRefused =
      error instanceof CardProviderError && (error.kind === 'refused' || error.kind === 'declined')
    if (!isRefused) throw error
    log.warn({ err: error, refundId: request.reference }, 'the provider refused a refund')
    return null
  }
}
