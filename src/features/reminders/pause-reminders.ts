import { and, eq } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getInvoiceRow, lockInvoice } from '../invoices/queries.ts'
import { type InvoiceKey, assertUnpaid } from './queries.ts'

/** Pauses the reminders of an invoice until the owner resumes them. */
export function pauseReminders(deps: InvoiceDeps, key: InvoiceKey): Promise<void> {
  return setPaused(deps, key, true)
}

/** Resumes the steps that are still to come, no matter whether the owner or the client paused them. */
export function resumeReminders(deps: InvoiceDeps, key: InvoiceKey): Promise<void> {
  return setPaused(deps, key, false)
}

async function setPaused(
  { database, now }: InvoiceDeps,
  { businessId, invoiceId }: InvoiceKey,
  isPaused: boolean,
): Promise<void> {
  const at = now()
  await withTenant(database, businessId, async (tx) => {
    assertUnpaid(await lockInvoice(tx, invoiceId))
    const { remindersPausedBy } = await getInvoiceRow(tx, invoiceId)
    if ((remindersPausedBy !== null) === isPaused) return
    await tx.db
      .update(invoices)
      .set(
        isPaused
          ? { remindersPausedAt: at, remindersPausedBy: 'owner' }
          : {
              remindersPausedAt: null,
              remindersPausedBy: null,
              remindersSince: at,
              remindersNotBefore: null,
            },
      )
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
    const kind = isPaused ? 'reminders-paused' : 'reminders-resumed'
    await tx.db.insert(invoiceEvents).values({ businessId, invoiceId, kind, at })
  })
}
