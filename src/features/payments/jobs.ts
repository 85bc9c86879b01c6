import { z } from 'zod'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { closeCheckout, runCloseCheckout } from './checkout/close-checkout.ts'
import { pollSoonerJob } from './checkout/poll-sooner.ts'
import { reconcileCheckout } from './checkout/reconcile-checkout.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { reconcileAlone } from './reconcile-payments.ts'
import { syncRefundsJob } from './refunds/sync-refunds-later.ts'
import { syncPayment } from './sync-payment.ts'

/** Asks the provider about checkouts, refunds and disputes, in case no event reported them. */
export const reconcilePayments = defineJob('reconcile-payments', z.strictObject({}), {
  // The next run follows an hour later.
  retryLimit: 1,
  expireInSeconds: 3000,
})

export async function startPaymentJobs(deps: PaymentDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(closeCheckout, (data) => runCloseCheckout(deps, data))
  await jobs.work(pollSoonerJob, ({ businessId, checkoutId: id }) =>
    reconcileCheckout(deps, { businessId, id }),
  )
  await jobs.work(syncRefundsJob, (data) => syncPayment(deps, data))
  await jobs.work(reconcilePayments, () => reconcileAlone(deps))
  await jobs.schedule(reconcilePayments, '11 * * * *', {})
  // Catches up on what happened while no process was running.
  await withPlatform(database, (tx) => jobs.enqueue(tx, reconcilePayments, {}))
}
