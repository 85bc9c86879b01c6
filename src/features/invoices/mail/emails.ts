import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lockForHolding } from '../../../platform/mail/held-mails.ts'
import { withDisplayName } from '../../../platform/mail/mail-address.ts'
import { type NewMail, queueMail } from '../../../platform/mail/queue-mail.ts'
import { type MailContent, renderMail } from '../../../platform/mail/render-mail.ts'
import { readMailedFiles } from '../../attachments/mailed-files.ts'
import { findPortalUrl } from '../../clients/portal/find-portal-url.ts'
import { findOwnAccounts } from '../../integrations/own-accounts.ts'
import { assertApproved } from '../approval/assert-approved.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { ClientMailDeps } from '../invoice-deps.ts'
import { publicUrlOf, toDocument } from '../invoice-view.ts'
import type { InvoiceRow } from '../queries.ts'
import { withAutopay } from '../with-autopay.ts'
import { attachPdf } from './invoice-attachment.ts'
import { type MailUrls, renderInvoiceMail } from './render-invoice-mail.ts'

export interface MailingBusiness {
  timeZone: string
  ownerVerified: boolean
}

export type MailState = 'queued' | 'held'

/** Queues the mail that sends the invoice to its client, and records on the invoice that it was sent. */
export async function queueInvoiceMail(
  tx: Transaction,
  deps: ClientMailDeps,
  invoice: InvoiceRow,
  business: MailingBusiness,
  { isRepeat = false }: { isRepeat?: boolean } = {},
): Promise<{ to: string; state: MailState }> {
  assertApproved(invoice)
  const now = deps.now()
  // The invoice is updated first: every transaction that mails it takes this lock before any other, to avoid deadlocks.
  await tx.db
    .update(invoices)
    .set({
      // Reminders wait a day after `sentAt`. A client who requests a copy must not postpone them.
      sentAt: isRepeat ? sql`coalesce(${invoices.sentAt}, ${now.toISOString()}::timestamptz)` : now,
      // For a draft, reminders and late fees count from now: the client has not seen the invoice before.
      remindersSince: sql`case when ${invoices.sentAt} is null and ${invoices.sendOption} <> 'do_not_send'
        then ${now.toISOString()}::timestamptz else ${invoices.remindersSince} end`,
      lateFeesSince: sql`case when ${invoices.sentAt} is null and ${invoices.sendOption} <> 'do_not_send'
        then ${now.toISOString()}::timestamptz else ${invoices.lateFeesSince} end`,
      // The mail says when a saved card will be charged.
      ...(invoice.seriesId !== null && !isRepeat && { autopayAnnouncedAt: now }),
    })
    .where(and(eq(invoices.businessId, invoice.businessId), eq(invoices.id, invoice.id)))
  const { businessId, id } = invoice
  const { files, names } = await readMailedFiles(tx, businessId, { kind: 'invoice', id })
  const state = await queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
    kind: 'invoice',
    ...renderInvoiceMail(document, urls, names),
    attachment: attachPdf('invoice-pdf', {
      document,
      publicUrl: urls.publicUrl,
      isPayable: urls.isPayable,
      files,
    }),
  }))
  if (state === 'held' && invoice.seriesId !== null) {
    await tx.db
      .update(invoices)
      .set({ autopayAnnouncedAt: null })
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
  }
  return { to: invoice.clientEmail, state }
}

/** Queues a mail about an invoice to its client, in the name of the business. `write` gets the document. */
export async function queueClientMail(
  tx: Transaction,
  deps: ClientMailDeps,
  { invoice, business }: { invoice: InvoiceRow; business: MailingBusiness },
  write: (
    document: InvoiceDocument,
    urls: MailUrls,
  ) => Pick<NewMail, 'id' | 'kind' | 'subject' | 'html' | 'text' | 'attachment' | 'otherInvoiceIds'>,
): Promise<MailState> {
  const { businessId, id } = invoice
  const document = await withAutopay(tx, invoice, toDocument(deps, { invoice, business }))
  const { appUrl } = deps
  const due = { minor: document.amountDueMinor, currency: document.currency }
  const isPayable = due.minor > 0 && (await deps.canPayOnline(tx, due))
  const portalUrl = await findPortalUrl(tx, appUrl, invoice)
  return queueOrHoldMail(tx, deps, business.ownerVerified, {
    businessId,
    onBehalf: true,
    invoiceId: id,
    from: withDisplayName(document.company.name, deps.mailFrom),
    to: invoice.clientEmail,
    replyTo: document.company.email,
    ...write(document, { publicUrl: publicUrlOf(appUrl, id), appUrl, isPayable, portalUrl }),
  })
}

interface OwnerMail extends Pick<NewMail, 'kind' | 'to' | 'subject' | 'invoiceId' | 'replyTo'> {
  businessId: string
  ownerVerified: boolean
}

/** Queues a mail from the platform to the owner. The preheader is the subject, if there is no other. */
export function queueOwnerMail(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>,
  { ownerVerified, ...mail }: OwnerMail,
  content: Omit<MailContent, 'appUrl' | 'preheader'> & Partial<Pick<MailContent, 'preheader'>>,
): Promise<MailState> {
  return queueOrHoldMail(tx, deps, ownerVerified, {
    ...mail,
    from: deps.mailFrom,
    ...renderMail({ preheader: mail.subject, ...content, appUrl: deps.appUrl }),
  })
}

/**
 * Queues a mail to an address that the owner entered, or holds it until the owner has confirmed their own
 * address, unless the business sends it through its own mail account.
 */
export async function queueOrHoldMail(
  tx: Transaction,
  { jobs, mailWaitsForVerification }: Deps<'jobs' | 'mailWaitsForVerification'>,
  ownerVerified: boolean,
  mail: NewMail & { businessId: string },
): Promise<MailState> {
  const held = mailWaitsForVerification && !ownerVerified && (await mustBeHeld(tx, mail))
  await queueMail(tx, jobs, { ...mail, held })
  return held ? 'held' : 'queued'
}

/** Reads the state again: the owner may have confirmed the address or added a mail account in the meantime. */
async function mustBeHeld(
  tx: Transaction,
  { businessId, onBehalf }: { businessId: string; onBehalf?: boolean | undefined },
): Promise<boolean> {
  await lockForHolding(tx, businessId)
  const [business] = await tx.db
    .select({ ownerVerified: businesses.ownerVerified })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (business?.ownerVerified !== false) return false
  return !onBehalf || (await findOwnAccounts(tx)).email === null
}
