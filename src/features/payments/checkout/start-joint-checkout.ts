import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import { type PageUrl, findOrOpenPage } from './open-page.ts'

export interface JointInvoices {
  businessId: string
  /** All invoices belong to this client. The caller has checked who asks. */
  clientId: string
  /** Between 1 and 50 different ones, in the same currency. */
  invoiceIds: readonly string[]
}

interface JointCheckout extends JointInvoices {
  method: ProviderMethod
}

/** Returns the page on which a client pays what is due now on several invoices, in one payment. */
export function startJointCheckout(deps: PaymentDeps, checkout: JointCheckout): Promise<PageUrl> {
  return findOrOpenPage(deps, checkout)
}
