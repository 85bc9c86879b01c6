import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { clearAccountProblem } from '../accounts/key-problems.ts'
import { syncRefundsJob } from '../jobs.ts'
import { receiveTogether } from '../ledger/receive-together.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { CheckoutPage } from './checkout-queries.ts'
import { divideInOrder } from './divide-rules.ts'

/**
 * Writes a payment for each invoice of a paid page. The caller has locked the page and its invoices; `existing` are those
 * that were not deleted.
 */
export async function writePayments(
  tx: Transaction,
  deps: PaymentDeps,
  page: CheckoutPage,
  facts: Extract<CheckoutFacts, { state: 'paid' }>,
  existing: ReadonlySet<string>,
): Promise<void> {
  const { businessId, provider, currency, isOwn, isTest, checkouts } = page
  const { paymentId: providerPaymentId, paidAt: receivedAt } = facts
  // The provider can report another amount than it was asked for.
  const shares = divideInOrder(
    facts.amountMinor,
    checkouts.map(({ amountMinor }) => amountMinor),
  )
  const paid = checkouts.flatMap((checkout, index) => {
    const amountMinor = shares[index] ?? 0
    const isPart = checkouts.length > 1 && amountMinor === 0
    return isPart ? [] : [{ ...checkout, amountMinor, isAsAsked: amountMinor === checkout.amountMinor }]
  })
  const received = await receiveTogether(
    tx,
    deps,
    paid.map(({ id, invoiceId, invoiceNumber, amountMinor, creditedMinor, isAsAsked }) => ({
      businessId,
      invoiceId: existing.has(invoiceId) ? invoiceId : null,
      invoiceNumber,
      method: provider,
      isOwn,
      isTest,
      currency,
      amountMinor,
      creditedMinor: isAsAsked ? creditedMinor : 0,
      receivedAt,
      providerPaymentId,
      checkoutId: id,
      sendReceipt: true,
      notifyOwner: true,
    })),
  )
  const [first] = received
  if (!first) return
  if (isOwn) await clearAccountProblem(tx, provider)
  const payment = { businessId, provider, isOwn, paymentId: first.paymentId, providerPaymentId }
  await deps.jobs.enqueue(tx, syncRefundsJob, payment)
  // Another open checkout asks for money that has now been paid.
  for (const { invoiceId } of paid) {
    if (existing.has(invoiceId)) await deps.closeCheckouts(tx, { businessId, invoiceId })
  }
}
