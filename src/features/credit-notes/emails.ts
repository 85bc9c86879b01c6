import { and, eq } from 'drizzle-orm'
import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatMoney } from '../../shared/money.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { amountDueOf, cancelledSentence, overpaidSentence } from '../invoices/document/movement-rules.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { type MailState, type MailingBusiness, queueClientMail } from '../invoices/mail/emails.ts'
import { attachPdf } from '../invoices/mail/invoice-attachment.ts'
import {
  type MailUrls,
  billOf,
  greetingOf,
  mailFacts,
  renderClientMail,
} from '../invoices/mail/render-invoice-mail.ts'
import type { InvoiceRow } from '../invoices/queries.ts'
import { creditNoteUrlOf, toCreditDocument } from './credit-note-view.ts'
import type { CreditNoteRow } from './queries.ts'

/** Queues the mail that sends a credit note to the client, and records on it that it was sent. */
export async function queueCreditNoteMail(
  tx: Transaction,
  deps: InvoiceDeps,
  row: CreditNoteRow,
  found: { invoice: InvoiceRow; business: MailingBusiness },
): Promise<{ to: string; state: MailState }> {
  await tx.db
    .update(creditNotes)
    .set({ sentAt: deps.now() })
    .where(and(eq(creditNotes.businessId, row.businessId), eq(creditNotes.id, row.id)))
  const document = toCreditDocument(deps, row, found)
  const publicUrl = creditNoteUrlOf(deps.appUrl, row.id)
  const state = await queueClientMail(tx, deps, found, (invoice, { portalUrl }) => ({
    kind: 'credit-note',
    ...renderCreditNoteMail(document, { invoice, publicUrl, appUrl: deps.appUrl, portalUrl }),
    attachment: attachPdf('invoice-pdf', { document, publicUrl, isPayable: false }),
  }))
  return { to: found.invoice.clientEmail, state }
}

interface MailContext extends MailUrls {
  /** The invoice as it is now, with this credit note. */
  invoice: InvoiceDocument
}

export function renderCreditNoteMail(
  creditNote: InvoiceDocument,
  { invoice, publicUrl, appUrl, portalUrl }: MailContext,
): ReturnType<typeof renderClientMail> {
  const company = toHeaderText(creditNote.company.name)
  const amount = formatMoney(creditNote.totals.totalMinor, creditNote)
  const heading = `Credit note ${creditNote.number} for invoice ${invoice.number}`
  const standing = standingOf(invoice)
  return renderClientMail(creditNote, {
    appUrl,
    portalUrl,
    subject: `${heading} from ${company}`,
    preheader: `${amount} of invoice ${invoice.number} was credited. ${standing}`,
    heading,
    paragraphs: [
      greetingOf(creditNote),
      `${bidiIsolate(company)} has credited ${amount} of invoice ${invoice.number}. ${standing}`,
    ],
    rows: [
      ...mailFacts(creditNote, 'creditNoteMail'),
      { label: 'Credited', value: amount },
      { label: 'Balance due', value: formatMoney(amountDueOf(invoice), invoice) },
    ],
    button: { label: 'View credit note', url: publicUrl },
    bill: billOf(creditNote),
    sections: [
      { title: 'Reason', text: creditNote.notes },
      { title: 'Tax', text: creditNote.taxNote },
    ].filter(({ text }) => text !== ''),
    attached: 'credit note',
  })
}

/** What the credit note means for the client: what is still to pay, or what was paid too much. */
function standingOf(invoice: InvoiceDocument): string {
  const overpaid = overpaidSentence(invoice)
  if (overpaid) return overpaid
  if (invoice.status === 'cancelled') return cancelledSentence
  const dueMinor = amountDueOf(invoice)
  return dueMinor > 0 ? `${formatMoney(dueMinor, invoice)} is still due.` : 'Nothing is left to pay.'
}
