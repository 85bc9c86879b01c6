import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/businesses.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { announceHolding } from '../../platform/mail/held-mails.ts'
import { mailboxNamed } from '../../platform/mail/mail-address.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { dateIn } from '../../shared/dates.ts'
import { attachInvoicePdf } from './invoice-attachment.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { publicUrlOf, toDocument } from './invoice-view.ts'
import type { InvoiceRow } from './queries.ts'
import { renderInvoiceMail } from './render-invoice-mail.ts'

/** Puts the invoice's mail to its client into the outbox and notes on the invoice that it was sent. */
export async function queueInvoiceMail(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  business: { timeZone: string; ownerVerified: boolean },
): Promise<{ to: string; state: 'queued' | 'held' }> {
  const { businessId, id, clientEmail: to } = invoice
  const { timeZone } = business
  const document = toDocument(invoice, { today: dateIn(timeZone, deps.now()), timeZone })
  const publicUrl = publicUrlOf(deps.appUrl, id)
  // First of all, so that every transaction that mails takes the invoice before it waits for anything else.
  await tx.db
    .update(invoices)
    .set({ sentAt: sql`now()` })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
  const held =
    deps.mailWaitsForVerification && !business.ownerVerified && (await isUnconfirmed(tx, businessId))
  await queueMail(tx, deps.jobs, {
    kind: 'invoice',
    businessId,
    invoiceId: id,
    from: mailboxNamed(document.company.name, deps.mailFrom),
    to,
    replyTo: document.company.email,
    ...renderInvoiceMail(document, { publicUrl, appUrl: deps.appUrl }),
    attachment: attachInvoicePdf({ document, publicUrl }),
    held,
  })
  return { to, state: held ? 'held' : 'queued' }
}

/** Read once more: the owner may have confirmed the address since this transaction looked. */
async function isUnconfirmed(tx: Transaction, businessId: string): Promise<boolean> {
  await announceHolding(tx, businessId)
  const [business] = await tx.db
    .select({ ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  return business?.ownerVerified === false
}
