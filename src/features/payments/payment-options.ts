import { withTenant } from '../../platform/db/transaction.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { documentOf, getInvoiceWithBusiness } from '../invoices/find-public-invoice.ts'
import { findRunningCheckout } from './checkout-queries.ts'
import type { getPaymentOptions } from './contract.ts'
import { isDueForDeletion } from './due-for-deletion.ts'
import { areDemoPaymentsOn } from './pay-demo.ts'
import { accountsInForce } from './payment-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { isChargeable } from './rules.ts'

export async function paymentOptions(
  deps: PaymentDeps,
  businessId: string,
  invoiceId: string,
): Promise<ResponseOf<typeof getPaymentOptions>> {
  const [found, running, accounts, isLeaving] = await withTenant(deps.database, businessId, (tx) =>
    Promise.all([
      getInvoiceWithBusiness(tx, businessId, invoiceId),
      findRunningCheckout(tx, invoiceId),
      accountsInForce(tx, deps),
      isDueForDeletion(tx, deps, businessId),
    ]),
  )
  const { status, amountDueCents, isDisputed } = documentOf(deps, found)
  const isClosed = isLeaving || isDisputed
  const amountCents = status === 'paid' ? 0 : amountDueCents
  return {
    amountCents,
    card: !isClosed && isChargeable('card', amountCents),
    paypal: !isClosed && accounts.paypal !== null && isChargeable('paypal', amountCents),
    isSandbox: !accounts.card.isLive,
    isPaypalSandbox: accounts.paypal?.isLive === false,
    demo: !isClosed && amountCents > 0 && areDemoPaymentsOn(deps, accounts),
    isProcessing: running?.state === 'processing',
    isDisputed,
  }
}
