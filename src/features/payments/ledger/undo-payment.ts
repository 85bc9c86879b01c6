import { and, eq, sql } from 'drizzle-orm'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Invoice } from '../../invoices/contract.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { toInvoice } from '../../invoices/invoice-view.ts'
import { getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { isProviderMethod } from '../rules.ts'
import { methodName } from './payment-text.ts'

/** Undoes a payment that was recorded by hand or made as a demo. Undoing it twice has no further effect. */
export async function undoPayment(
  deps: InvoiceDeps,
  { businessId, userId, business }: Identity,
  { id: invoiceId, paymentId }: { id: string; paymentId: string },
): Promise<Invoice> {
  const isThisPayment = and(
    eq(payments.businessId, businessId),
    eq(payments.invoiceId, invoiceId),
    eq(payments.id, paymentId),
  )
  const row = await withTenant(deps.database, businessId, async (tx) => {
    await lockInvoice(tx, invoiceId)
    const [payment] = await tx.db
      .select({
        method: payments.method,
        amountCents: payments.amountCents,
        undoneAt: payments.undoneAt,
      })
      .from(payments)
      .where(isThisPayment)
    if (!payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
    if (isProviderMethod(payment.method)) {
      const which = methodName(payment.method)
      throw new AppError('NOT_UNDOABLE', `${which} payments are refunded, not undone.`)
    }
    if (!payment.undoneAt) {
      await tx.db
        .update(payments)
        .set({ undoneAt: sql`now()`, undoneBy: userId })
        .where(isThisPayment)
      await settleInvoice(tx, { businessId, invoiceId }, deps.now())
      const { amountCents } = payment
      await tx.db.insert(invoiceEvents).values({ businessId, invoiceId, kind: 'undone', amountCents })
      await deps.closeCheckouts(tx, { businessId, invoiceId })
    }
    return getInvoiceRow(tx, invoiceId)
  })
  return toInvoice(row, { today: dateIn(business.timeZone, deps.now()), appUrl: deps.appUrl })
}
