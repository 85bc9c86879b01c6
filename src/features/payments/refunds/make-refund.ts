import { eq } from 'drizzle-orm'
import { type RefundFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { refunds } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { isUnknownThere } from '../accounts/card-failure.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyRefunds, failRefund, syncRefunds } from './sync-refunds.ts'

type RefundState = (typeof refunds.$inferSelect)['state']

export interface RequestedRefund extends PaymentLink {
  id: string
  currency: Currency
  amountMinor: number
}

const reason = 'To refund a payment'

interface RefundOptions {
  isRetry: boolean
  /** The owner is waiting for the result on the page, so a failure needs no mail. */
  ownerIsWaiting: boolean
  userId?: string
}

/**
 * Makes a stored refund and records the result. Its id is the idempotency key, but providers forget keys
 * after a day, so a retry first checks whether the refund exists. Throws while the result is unknown, also
 * for a business that has changed its keys since the request: only the original account knows the result.
 */
export async function makeRefund(
  deps: PaymentDeps,
  refund: RequestedRefund,
  { isRetry, ownerIsWaiting, userId }: RefundOptions,
): Promise<RefundState> {
  const { businessId, id, paymentId, providerPaymentId, currency, amountMinor } = refund
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
  const facts = await createRefund(deps, account, {
    reference: id,
    paymentId: providerPaymentId,
    currency,
    amountMinor,
  })
  if (facts) {
    await applyRefunds(deps, { businessId, paymentId }, [{ ...facts, reference: id }])
  } else {
    // An earlier request may have made it, and this one is refused because nothing is left to refund.
    await syncIfKnown(deps, account, refund)
    await failRefund(deps, refund, { ownerIsWaiting })
  }
  return readState(deps, refund)
}

/** Opens the payment's account; null when the business has removed it. */
async function openIfThere(
  deps: PaymentDeps,
  refund: RequestedRefund,
  userId: string | undefined,
): Promise<PaymentAccount | null> {
  try {
    return await openAccount(deps, refund, reason, userId)
  } catch (error) {
    if (!isUnknownThere(error)) throw error
    deps.log.warn({ err: error, refundId: refund.id }, 'the account of a payment no longer exists')
    return null
  }
}

/** Reads the refunds of the payment. A payment that the provider does not know has none. */
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

/** Creates the refund at the provider; null when the provider refuses it. */
async function createRefund(
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
