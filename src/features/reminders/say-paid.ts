import { and, eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import { dateIn } from '../../shared/dates.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getInvoiceWithBusiness } from '../invoices/public/find-public-invoice.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { queueSaysPaidMail } from './emails.ts'
import type { InvoiceKey } from './queries.ts'

const hour = 3600

export function sayPaidLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `says-paid:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour },
    { key: `says-paid:invoice:${invoiceId}`, max: 10, windowSeconds: hour },
  ]
}

/** Records that a client says the invoice is paid: pauses the reminders and mails the owner, once. */
export async function sayPaid(
  deps: InvoiceDeps,
  { businessId, invoiceId }: InvoiceKey,
  note: string,
): Promise<void> {
  const at = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    await lockInvoice(tx, invoiceId)
    const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    // During a dispute the bank decides whether the invoice is paid.
    if (invoice.status === 'paid' || invoice.isDisputed || invoice.remindersPausedBy === 'client') return
    await tx.db
      .update(invoices)
      .set({ remindersPausedAt: at, remindersPausedBy: 'client' })
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
    await tx.db
      .insert(invoiceEvents)
      .values({ businessId, invoiceId, kind: 'says-paid', note: note || null, at })
    await queueSaysPaidMail(tx, deps, { invoice, business, note })
  })
}

/** Returns the day on which the client said so, in the business's time zone; null once the owner has decided. */
export async function getSaidOn(
  database: Database,
  { businessId, invoiceId }: InvoiceKey,
): Promise<string | null> {
  const [row] = await queryTenant<{ at: Date; timeZone: string }>(database, businessId, {
    name: 'said-paid',
    text: `select i.reminders_paused_at as at, b.time_zone as "timeZone"
           from invoices i join businesses b on b.id = i.business_id
           where i.business_id = $1 and i.id = $2 and i.status = 'pending' and i.reminders_paused_by = 'client'`,
    values: [businessId, invoiceId],
  })
  return row ? dateIn(row.timeZone, row.at) : null
}
