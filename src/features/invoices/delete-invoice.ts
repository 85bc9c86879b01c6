import { and, eq } from 'drizzle-orm'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { lockInvoice } from './queries.ts'

export async function deleteInvoice(
  { database }: InvoiceDeps,
  { businessId }: Identity,
  id: string,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    const { status } = await lockInvoice(tx, id)
    if (status === 'paid') {
      throw new AppError(
        'INVOICE_PAID',
        'A paid invoice cannot be deleted: it is the record of money you received.',
      )
    }
    await tx.db.delete(invoices).where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
  })
}
