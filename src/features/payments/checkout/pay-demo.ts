import { withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import type { InvoiceKey } from '../../invoices/queries.ts'
import { receiveTogether } from '../ledger/receive-together.ts'
import { mayWriteTestPayment } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { WholeOrDue } from './amount-to-pay.ts'
import { isUnderWay, listRunningPages, lockInvoicesIfThere } from './checkout-queries.ts'
import { type InvoicesToPay, readPayables } from './payable-invoices.ts'
import { assertStays } from './payment-conditions.ts'
import type { JointInvoices } from './start-joint-checkout.ts'

/** Pays an invoice without moving money. */
export function payDemo(
  deps: PaymentDeps,
  { invoiceId, ...options }: InvoiceKey & WholeOrDue,
): Promise<void> {
  return payAsTest(deps, { ...options, invoiceIds: [invoiceId], clientId: null })
}

/** The same for several invoices of a client in one payment. */
export function payJointDemo(deps: PaymentDeps, invoices: JointInvoices): Promise<void> {
  return payAsTest(deps, invoices)
}

async function payAsTest(deps: PaymentDeps, wanted: InvoicesToPay): Promise<void> {
  const { businessId, invoiceIds } = wanted
  await withTenant(deps.database, businessId, async (tx) => {
    await assertStays(tx, deps, businessId)
    await lockInvoicesIfThere(tx, invoiceIds)
    if (!(await mayWriteTestPayment(tx, deps, businessId))) {
      throw new AppError('DEMO_PAYMENTS_OFF', 'Demo payments are turned off here.')
    }
    const { payables } = await readPayables(tx, deps, wanted)
    const running = await listRunningPages(tx, invoiceIds)
    if (running.some(isUnderWay)) {
      const what = invoiceIds.length > 1 ? 'one of these invoices' : 'this invoice'
      throw new AppError('PAYMENT_UNDER_WAY', `A payment for ${what} is already on its way.`)
    }
    const receivedAt = deps.now()
    await receiveTogether(
      tx,
      deps,
      payables.map(({ invoice, amountMinor, creditedMinor }) => ({
        businessId,
        invoiceId: invoice.id,
        invoiceNumber: invoice.number,
        method: 'demo',
        isTest: true,
        currency: invoice.currency,
        amountMinor,
        creditedMinor,
        receivedAt,
        sendReceipt: true,
        notifyOwner: true,
      })),
    )
  })
}
