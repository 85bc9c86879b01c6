import { withTenant } from '../../platform/db/transaction.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { documentOf, getInvoiceWithBusiness } from '../invoices/find-public-invoice.ts'
import { findRunningCheckout } from './checkout-queries.ts'
import type { getPaymentOptions } from './contract.ts'
import { areDemoPaymentsOn } from './pay-demo.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isChargeable } from './rules.ts'

export async function paymentOptions(
  deps: PaymentDeps,
  businessId: string,
  invoiceId: string,
): Promise<ResponseOf<typeof getPaymentOptions>> {
  const [found, running] = await withTenant(deps.database, businessId, (tx) =>
    Promise.all([getInvoiceWithBusiness(tx, businessId, invoiceId), findRunningCheckout(tx, invoiceId)]),
  )
  const { status, amountDueCents } = documentOf(deps, found)
  const amountCents = status === 'paid' ? 0 : amountDueCents
  return {
    amountCents,
    card: isChargeable(amountCents),
    isSandbox: !deps.cards.isLive,
    demo: amountCents > 0 && areDemoPaymentsOn(deps),
    isProcessing: running?.state === 'processing',
  }
}
