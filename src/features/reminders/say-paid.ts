import { and, eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { type Transaction, queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { queueOwnerMail } from '../invoices/mail/emails.ts'
import { type InvoiceKey, type InvoiceRow, getInvoiceWithBusiness, lockInvoice } from '../invoices/queries.ts'
import type { ReminderDeps } from './reminder-deps.ts'

/** Records that a client says the invoice is paid: pauses the reminders and mails the owner, once. */
export async function sayPaid(
  deps: ReminderDeps,
  { businessId, invoiceId }: InvoiceKey,
  note: string,
): Promise<void> {
  const at = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    await lockInvoice(tx, invoiceId)
    const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    // During a dispute the bank decides whether the invoice is paid.
    if (invoice.status !== 'pending' || invoice.isDisputed || invoice.remindersPausedBy === 'client') return
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

async function queueSaysPaidMail(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
  { invoice, business, note }: { invoice: InvoiceRow; business: { ownerVerified: boolean }; note: string },
): Promise<void> {
  const { businessId, id: invoiceId, number, companyEmail: to, openMinor, dueDate } = invoice
  const client = toHeaderText(invoice.clientName)
  const subject = `Your client says that invoice ${number} is paid`
  const { ownerVerified } = business
  const mail = { kind: 'client-says-paid', businessId, invoiceId, ownerVerified, to, subject }
  await queueOwnerMail(tx, deps, mail, {
    preheader: 'Reminders for this invoice are paused.',
    heading: subject,
    paragraphs: [
      `${bidiIsolate(client)} says that invoice ${number} is paid, so its reminders are paused.`,
      'If the money has arrived, record the payment. If not, resume the reminders. You can do both on the invoice’s page.',
    ],
    rows: [
      { label: 'Client', value: client },
      { label: 'Balance due', value: formatMoney(openMinor, invoice) },
      { label: 'Due date', value: formatDate(dueDate) },
    ],
    button: { label: 'View invoice', url: pageAddress(deps, businessId, `/invoices/${invoiceId}`) },
    ...(note !== '' && { sections: [{ title: 'Note from your client', text: note }] }),
  })
}
