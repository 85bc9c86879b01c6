import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { findBusinessOf } from '../../../platform/db/find-business-of.ts'
import { businesses } from '../../../platform/db/tables/business.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { toDocument } from '../invoice-view.ts'
import { type InvoiceRow, getInvoiceRow, invoiceNotFound } from '../queries.ts'

/** Returns the business of an invoice. */
export async function findInvoiceBusiness(database: Database, invoiceId: string): Promise<string> {
  const businessId = await findBusinessOf(database, 'invoices', invoiceId)
  if (businessId === undefined) throw invoiceNotFound()
  return businessId
}

/** Returns an invoice and what is needed of its business, in a transaction of that business. */
export async function getInvoiceWithBusiness(tx: Transaction, businessId: string, invoiceId: string) {
  const [[business], invoice] = await Promise.all([
    tx.db
      .select({
        timeZone: businesses.timeZone,
        ownerVerified: businesses.ownerVerified,
        plan: businesses.plan,
      })
      .from(businesses)
      .where(eq(businesses.id, businessId)),
    getInvoiceRow(tx, invoiceId),
  ])
  if (!business) throw invoiceNotFound()
  return { invoice, business }
}

/** Returns the document as the client sees it today. */
export function documentOf(
  { now }: Pick<InvoiceDeps, 'now'>,
  { invoice, business }: { invoice: InvoiceRow; business: { timeZone: string } },
): InvoiceDocument {
  const { timeZone } = business
  return toDocument(invoice, { today: dateIn(timeZone, now()), timeZone })
}
