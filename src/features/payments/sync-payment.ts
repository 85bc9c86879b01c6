import { openAccount } from './accounts/payment-accounts.ts'
import type { PaymentLink } from './accounts/provider-links.ts'
import { syncDisputes } from './disputes/sync-disputes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { syncRefunds } from './refunds/sync-refunds.ts'

/** Reads the refunds and disputes that the provider recorded before the payment was written here. */
export async function syncPayment(deps: PaymentDeps, payment: PaymentLink): Promise<void> {
  const account = await openAccount(deps, payment, 'To look for refunds and disputes of a payment')
  await syncRefunds(deps, payment, { account })
  await syncDisputes(deps, payment, { account })
}
