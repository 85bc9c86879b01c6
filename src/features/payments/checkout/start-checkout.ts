import type { InvoiceKey } from '../../invoices/queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProviderMethod } from '../rules.ts'
import type { WholeOrDue } from './amount-to-pay.ts'
import type { Checkout } from './checkout-queries.ts'
import { type PageUrl, findOrOpenPage } from './open-page.ts'

interface CheckoutOptions extends InvoiceKey, WholeOrDue {
  method: ProviderMethod
  /** The client agrees to save the card for the invoices of the series. */
  consent?: Checkout['consent'] | undefined
}

/** Returns the page on which a person with the link to an invoice pays it. */
export function startCheckout(
  deps: PaymentDeps,
  { invoiceId, ...options }: CheckoutOptions,
): Promise<PageUrl> {
  return findOrOpenPage(deps, { ...options, invoiceIds: [invoiceId], clientId: null })
}
