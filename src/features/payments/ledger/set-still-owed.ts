import { and, eq } from 'drizzle-orm'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Invoice } from '../../invoices/contract.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { toInvoice } from '../../invoices/invoice-view.ts'
import { getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'

const tables = { refund: refunds, dispute: disputes } as const

interface Decision {
  kind: keyof typeof tables
  invoiceId: string
  /** The id of the refund or the dispute. */
  id: string
  stillOwed: boolean
}

/**
 * Sets whether the client owes again what was refunded or lost in a dispute. The owner can change this later.
 */
export async function setStillOwed(
  deps: InvoiceDeps,
  { businessId, business }: Identity,
  { kind, invoiceId, id, stillOwed }: Decision,
): Promise<Invoice> {
  const table = tables[kind]
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    await lockInvoice(tx, invoiceId)
    const [found] = await tx.db
      .select({ stillOwed: table.stillOwed, amountCents: table.amountCents })
      .from(table)
      .innerJoin(payments, and(eq(payments.businessId, table.businessId), eq(payments.id, table.paymentId)))
      .where(and(eq(table.id, id), eq(payments.invoiceId, invoiceId)))
    if (!found) throw new AppError('NOT_FOUND', `This ${kind} could not be found.`)
    if (found.stillOwed !== stillOwed) {
      await tx.db.update(table).set({ stillOwed, updatedAt: now }).where(eq(table.id, id))
      await settleInvoice(tx, { businessId, invoiceId }, now)
      await tx.db.insert(invoiceEvents).values({
        businessId,
        invoiceId,
        kind: stillOwed ? 'owed-again' : 'waived',
        amountCents: found.amountCents,
      })
      // An open checkout page asks for the previous amount.
      await deps.closeCheckouts(tx, { businessId, invoiceId })
    }
    return getInvoiceRow(tx, invoiceId)
  })
  return toInvoice(row, { today: dateIn(business.timeZone, now), appUrl: deps.appUrl })
}
