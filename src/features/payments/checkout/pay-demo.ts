import { withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import { type InvoiceKey, getInvoiceWithBusiness, lockInvoice } from '../../invoices/queries.ts'
import { receivePayment } from '../ledger/receive-payment.ts'
import { mayWriteTestPayment } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type WholeOrDue, amountToPay } from './amount-to-pay.ts'
import { findRunningCheckout } from './checkout-queries.ts'
import { assertNotCancelled, assertStays, assertUndisputed } from './payment-conditions.ts'

export async function payDemo(
  deps: PaymentDeps,
  { businessId, invoiceId, whole }: InvoiceKey & WholeOrDue,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    await assertStays(tx, deps, businessId)
    const { status } = await lockInvoice(tx, invoiceId)
    if (!(await mayWriteTestPayment(tx, deps, businessId))) {
      throw new AppError('DEMO_PAYMENTS_OFF', 'Demo payments are turned off here.')
    }
    if (status === 'paid') throw new AppError('INVOICE_PAID', 'This invoice is already paid.')
    assertNotCancelled({ status })
    const running = await findRunningCheckout(tx, invoiceId)
    if (running?.state === 'processing' || running?.isAutomatic) {
      throw new AppError('PAYMENT_UNDER_WAY', 'A payment for this invoice is already on its way.')
    }
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    assertUndisputed(found.invoice)
    const document = toDocument(deps, found)
    const { number, currency, earlyPayment } = document
    const amountMinor = amountToPay(document, found.invoice, { whole })
    if (amountMinor === 0) throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay on this invoice.')
    await receivePayment(tx, deps, {
      businessId,
      invoiceId,
      invoiceNumber: number,
      method: 'demo',
      isTest: true,
      currency,
      amountMinor,
      creditedMinor: earlyPayment?.discountMinor ?? 0,
      receivedAt: deps.now(),
      sendReceipt: true,
      notifyOwner: true,
    })
  })
}
