import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { announceHolding } from '../../../platform/mail/held-mails.ts'
import { mailboxNamed } from '../../../platform/mail/mail-address.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import { dateIn } from '../../../shared/dates.ts'
import { findOwnAccounts } from '../../integrations/own-accounts.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { publicUrlOf, toDocument } from '../invoice-view.ts'
import type { InvoiceRow } from '../queries.ts'
import { attachInvoicePdf } from './invoice-attachment.ts'
import { renderInvoiceMail } from './render-invoice-mail.ts'

export interface MailingBusiness {
  timeZone: string
  ownerVerified: boolean
}

export interface MailUrls {
  publicUrl: string
  appUrl: string
  /** Whether it can be paid at the public address. */
  isPayable?: boolean
}

export type MailState = 'queued' | 'held'

/** Puts the invoice's mail to its client into the outbox and notes on the invoice that it was sent. */
export async function queueInvoiceMail(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  business: MailingBusiness,
  { isRepeat = false }: { isRepeat?: boolean } = {},
): Promise<{ to: string; state: MailState }> {
  const now = deps.now()
  // First of all, so that every transaction that mails takes the invoice before it waits for anything else.
  await tx.db
    .update(invoices)
    .set({
      // Reminders keep a distance from it. A client who asks for a copy every day is reminded all the same.
      sentAt: isRepeat ? sql`coalesce(${invoices.sentAt}, ${now.toISOString()}::timestamptz)` : now,
      // Reminders of a draft do not wait for it: the client hears of it only now.
      remindersSince: sql`case when ${invoices.sentAt} is null and ${invoices.sendOption} <> 'do_not_send'
        then ${now.toISOString()}::timestamptz else ${invoices.remindersSince} end`,
    })
    .where(and(eq(invoices.businessId, invoice.businessId), eq(invoices.id, invoice.id)))
  const state = await queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
    kind: 'invoice',
    ...renderInvoiceMail(document, urls),
    attachment: attachInvoicePdf({ document, publicUrl: urls.publicUrl, isPayable: urls.isPayable }),
  }))
  return { to: invoice.clientEmail, state }
}

/** Mails something about the invoice to its client, in the name of the business; `write` gets what the client sees. */
export async function queueClientMail(
  tx: Transaction,
  deps: InvoiceDeps,
  { invoice, business }: { invoice: InvoiceRow; business: MailingBusiness },
  write: (
    document: InvoiceDocument,
    urls: MailUrls,
  ) => Pick<NewMail, 'id' | 'kind' | 'subject' | 'html' | 'text' | 'attachment'>,
): Promise<MailState> {
  const { businessId, id } = invoice
  const { timeZone, ownerVerified } = business
  const document = toDocument(invoice, { today: dateIn(timeZone, deps.now()), timeZone })
  const { appUrl } = deps
  const isPayable = document.amountDueCents > 0 && (await deps.canPayOnline(tx))
  return queueOnceConfirmed(tx, deps, ownerVerified, {
    businessId,
    onBehalf: true,
    invoiceId: id,
    from: mailboxNamed(document.company.name, deps.mailFrom),
    to: invoice.clientEmail,
    replyTo: document.company.email,
    ...write(document, { publicUrl: publicUrlOf(appUrl, id), appUrl, isPayable }),
  })
}

/**
 * Mail to an address that somebody wrote down waits until the owner has shown to own one, unless the business sends it
 * through an account of its own.
 */
export async function queueOnceConfirmed(
  tx: Transaction,
  { jobs, mailWaitsForVerification }: Pick<InvoiceDeps, 'jobs' | 'mailWaitsForVerification'>,
  ownerVerified: boolean,
  mail: NewMail & { businessId: string },
): Promise<MailState> {
  const held = mailWaitsForVerification && !ownerVerified && (await hasToWait(tx, mail))
  await queueMail(tx, jobs, { ...mail, held })
  return held ? 'held' : 'queued'
}

/** Read once more: the owner may have confirmed the address, or entered an account, since this transaction looked. */
async function hasToWait(
  tx: Transaction,
  { businessId, onBehalf }: { businessId: string; onBehalf?: boolean | undefined },
): Promise<boolean> {
  await announceHolding(tx, businessId)
  const [business] = await tx.db
    .select({ ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (business?.ownerVerified !== false) return false
  return !onBehalf || (await findOwnAccounts(tx)).email === null
}
