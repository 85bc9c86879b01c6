import type { BillingDeps } from '../billing/billing-deps.ts'
import type { IntegrationDeps } from '../integrations/integration-deps.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'

export interface PaymentDeps extends InvoiceDeps, BillingDeps, IntegrationDeps {
  /** Whether the operator allows test payments. See test-payments.ts for the other conditions. */
  demoPayments: boolean
}
