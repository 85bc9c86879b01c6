import { withPlatform } from '../../platform/db/transaction.ts'
import { openAccount } from './accounts/payment-accounts.ts'
import type { PaymentLink } from './accounts/provider-links.ts'
import { runCloseCheckout } from './checkout/close-checkout.ts'
import { reconcileCheckout } from './checkout/reconcile-checkout.ts'
import { syncDisputes } from './disputes/sync-disputes.ts'
import { closeCheckout, pollSoonerJob, reconcilePayments, removeSavedCard, syncRefundsJob } from './jobs.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { reconcileAlone } from './reconcile-payments.ts'
import { syncRefunds } from './refunds/sync-refunds.ts'
import { removeCard } from './saved-cards/remove-card.ts'

export async function startPaymentJobs(deps: PaymentDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(closeCheckout, (data) => runCloseCheckout(deps, data))
  await jobs.work(pollSoonerJob, ({ businessId, checkoutId: id }) =>
    reconcileCheckout(deps, { businessId, id }),
  )
  await jobs.work(syncRefundsJob, (data) => syncPayment(deps, data))
  await jobs.work(removeSavedCard, (data) => removeCard(deps, data))
  await jobs.work(reconcilePayments, () => reconcileAlone(deps))
  await jobs.schedule(reconcilePayments, '11 * * * *', {})
  // Catches up on what happened while no process was running.
  await withPlatform(database, (tx) => jobs.enqueue(tx, reconcilePayments, {}))
}

/** Reads the refunds and disputes that the provider recorded before the payment was written here. */
export async function syncPayment(deps: PaymentDeps, payment: PaymentLink): Promise<void> {
  const account = await openAccount(deps, payment, 'To check for refunds and disputes of a payment')
  await syncRefunds(deps, payment, { account })
  await syncDisputes(deps, payment, { account })
}
