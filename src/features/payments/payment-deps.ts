import type { BillingDeps } from '../billing/billing-deps.ts'
import type { IntegrationDeps } from '../integrations/integration-deps.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'

export interface PaymentDeps extends InvoiceDeps, BillingDeps, IntegrationDeps {
  /** What the operator says; with a live key they are off whatever this is. */
  demoPayments: boolean
}
