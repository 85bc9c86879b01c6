import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/businesses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { dateIn } from '../../shared/dates.ts'
import type { InvoiceDocument } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { toDocument } from './invoice-view.ts'
import { getInvoiceRow } from './queries.ts'
import type { InvoiceRow } from './queries.ts'

/** The business whose invoice a link leads to. The platform's role can read that much of an invoice and no more. */
export async function findInvoiceBusiness(database: Database, invoiceId: string): Promise<string> {
  const { rows } = await database.platform.query<{ businessId: string }>({
    name: 'find-invoice-business',
    text: 'select business_id as "businessId" from invoices where id = $1',
    values: [invoiceId],
  })
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This invoice could not be found.')
  return rows[0].businessId
}

/** The invoice with what is needed of its business, in a transaction of that business. */
export async function getInvoiceWithBusiness(tx: Transaction, businessId: string, invoiceId: string) {
  const [[business], invoice] = await Promise.all([
    tx.db
      .select({ timeZone: businesses.timeZone, ownerVerified: businesses.ownerVerified })
      .from(businesses)
      .where(eq(businesses.id, businessId)),
    getInvoiceRow(tx, invoiceId),
  ])
  if (!business) throw new AppError('NOT_FOUND', 'This invoice could not be found.')
  return { invoice, business }
}

/** What the client sees today. */
export function documentOf(
  { now }: Pick<InvoiceDeps, 'now'>,
  { invoice, business }: { invoice: InvoiceRow; business: { timeZone: string } },
): InvoiceDocument {
  const { timeZone } = business
  return toDocument(invoice, { today: dateIn(timeZone, now()), timeZone })
}
