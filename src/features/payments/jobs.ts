import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { providerMethods } from './rules.ts'

const checkoutData = z.strictObject({ businessId: z.uuid(), checkoutId: z.uuid() })

/** Closes the provider's page of an invoice whose amount changed, or that was paid another way or deleted. */
export const closeCheckout = defineJob('close-checkout', checkoutData)

/** Some payments take only minutes, and not every account sends events about them. */
export const pollSoonerJob = defineJob('look-sooner', checkoutData, {
  // The next poll follows anyway.
  retryLimit: 1,
  retryDelay: 20,
})

const removedCardSchema = z.strictObject({
  businessId: z.uuid(),
  isOwn: z.boolean(),
  card: z.strictObject({ customerId: z.string(), paymentMethodId: z.string() }),
})
export type RemovedCard = z.infer<typeof removedCardSchema>

/** Removes a saved card at the provider once it has ended here. */
export const removeSavedCard = defineJob('remove-saved-card', removedCardSchema)

/** Charges the saved cards whose day has come, and tells clients of those that will be charged. */
export const chargeSavedCards = defineJob('charge-saved-cards', z.strictObject({}), {
  // The job runs again every minute.
  retryLimit: 0,
  expireInSeconds: 3600,
})

/** Reads refunds and disputes of a new payment: an event about one may have arrived before the payment. */
export const syncRefundsJob = defineJob(
  'sync-refunds',
  z.strictObject({
    businessId: z.uuid(),
    // Jobs queued by earlier versions are for the platform's card account.
    provider: z.enum(providerMethods).default('card'),
    isOwn: z.boolean().default(false),
    paymentId: z.uuid(),
    providerPaymentId: z.string(),
  }),
)

/** Asks the provider about checkouts, refunds and disputes, in case no event reported them. */
export const reconcilePayments = defineJob('reconcile-payments', z.strictObject({}), {
  // The next run follows an hour later.
  retryLimit: 1,
  expireInSeconds: 3000,
})
