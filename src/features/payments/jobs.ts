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

/** Asks the provider about visits, refunds and disputes, in case no event told how they ended or of new ones. */
export const reconcilePayments = defineJob('reconcile-payments', z.strictObject({}), {
  // Each hour brings the next one.
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
  // What happened while nobody was there.
  await withPlatform(database, (tx) => jobs.enqueue(tx, reconcilePayments, {}))
}
