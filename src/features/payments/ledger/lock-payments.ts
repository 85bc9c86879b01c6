import { and, asc, eq, getTableColumns, inArray, isNull, or } from 'drizzle-orm'
import { checkouts, payments } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInvoicesIfThere } from '../checkout/checkout-queries.ts'

export type PaymentRow = typeof payments.$inferSelect

/**
 * Locks the invoices of all payments that are one payment at the provider, then reads those payments in the order of their
 * invoices. `invoiceId` is null when the invoice is deleted. Test payments that were removed are left out.
 */
export async function lockPaymentsOf(tx: Transaction, paymentId: string): Promise<PaymentRow[]> {
  const before = await selectTogether(tx, paymentId)
  const existing = await lockInvoicesIfThere(
    tx,
    before.flatMap(({ invoiceId }) => invoiceId ?? []),
  )
  const after = await selectTogether(tx, paymentId).for('update', { of: payments })
  return after.map((payment) => ({
    ...payment,
    invoiceId: payment.invoiceId !== null && existing.has(payment.invoiceId) ? payment.invoiceId : null,
  }))
}

function selectTogether({ db }: Transaction, paymentId: string) {
  const providerId = db
    .select({ id: payments.providerPaymentId })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return db
    .select(getTableColumns(payments))
    .from(payments)
    .leftJoin(
      checkouts,
      and(eq(checkouts.businessId, payments.businessId), eq(checkouts.id, payments.checkoutId)),
    )
    .where(
      and(
        or(eq(payments.id, paymentId), inArray(payments.providerPaymentId, providerId)),
        isNull(payments.undoneAt),
      ),
    )
    .orderBy(asc(checkouts.position), asc(payments.id))
}
