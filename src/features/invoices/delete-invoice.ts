import { and, eq, inArray, or } from 'drizzle-orm'
import { deletedInvoices, invoices } from '../../platform/db/tables/invoices.ts'
import { checkouts, payments } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { returnNumber } from './numbers/return-number.ts'
import { lockInvoice } from './queries.ts'

export async function deleteInvoice(
  { database, log, closeCheckouts }: InvoiceDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    const [closedThrough, { status, logoId, creditNotesMinor, issueDate }] = await Promise.all([
      holdClosedThrough(tx, businessId),
      lockInvoice(tx, id),
    ])
    if (status === 'paid') {
      throw new AppError(
        'INVOICE_PAID',
        'A paid invoice can’t be deleted because it’s the record of money you received.',
      )
    }
    if (creditNotesMinor > 0) {
      throw new AppError(
        'INVOICE_CREDITED',
        'This invoice has a credit note, so both have to stay in your records.',
      )
    }
    assertOpen(closedThrough, [issueDate])
    const [payment] = await tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.businessId, businessId), eq(payments.invoiceId, id)))
      .limit(1)
    if (payment) {
      throw new AppError(
        'INVOICE_HAS_PAYMENTS',
        'This invoice has payments in its history, so it can’t be deleted.',
      )
    }
    const [checkout] = await tx.db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(
        and(
          eq(checkouts.businessId, businessId),
          eq(checkouts.invoiceId, id),
          or(
            eq(checkouts.state, 'processing'),
            // The charge of a saved card has no page that could be closed.
            and(checkouts.isAutomatic, inArray(checkouts.state, ['opening', 'open'])),
          ),
        ),
      )
    if (checkout) {
      throw new AppError(
        'PAYMENT_UNDER_WAY',
        'A payment for this invoice is on its way, so it can’t be deleted right now.',
      )
    }
    await returnNumber(tx, { businessId, invoiceId: id })
    await closeCheckouts(tx, { businessId, invoiceId: id })
    const [removed] = await tx.db
      .delete(invoices)
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
      .returning({
        number: invoices.number,
        clientName: invoices.clientName,
        currency: invoices.currency,
        totalMinor: invoices.totalMinor,
        sentAt: invoices.sentAt,
        createdAt: invoices.createdAt,
      })
    if (!removed) throw new Error('no row came back for the removed invoice')
    const { sentAt, ...facts } = removed
    await tx.db
      .insert(deletedInvoices)
      .values({ businessId, id, ...facts, wasSent: sentAt !== null, deletedBy: userId })
    if (logoId !== null) await removeUnusedLogos(tx, businessId, log)
  })
}
