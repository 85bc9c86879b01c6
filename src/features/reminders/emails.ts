import type { Transaction } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { queueOrHoldMail } from '../invoices/mail/emails.ts'
import type { InvoiceRow } from '../invoices/queries.ts'

/** Queues the mail that tells the owner that the client says the invoice is paid, with the client's note. */
export async function queueSaysPaidMail(
  tx: Transaction,
  deps: InvoiceDeps,
  { invoice, business, note }: { invoice: InvoiceRow; business: { ownerVerified: boolean }; note: string },
): Promise<void> {
  const { businessId, id, number, companyEmail: to, openCents, dueDate } = invoice
  const client = toHeaderText(invoice.clientName)
  const subject = `Your client says that invoice ${number} is paid`
  await queueOrHoldMail(tx, deps, business.ownerVerified, {
    kind: 'client-says-paid',
    businessId,
    invoiceId: id,
    from: deps.mailFrom,
    to,
    subject,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: 'Reminders for this invoice are paused.',
      heading: subject,
      paragraphs: [
        `${bidiIsolate(client)} says that invoice ${number} is paid. No more reminders go out for it.`,
        'Has the money arrived? Then record the payment. If not, you can resume the reminders. Both are on the page of the invoice.',
      ],
      rows: [
        { label: 'Client', value: client },
        { label: 'Still open', value: formatMoney(openCents) },
        { label: 'Due date', value: formatDate(dueDate) },
      ],
      button: { label: 'View invoice', url: `${deps.appUrl}/invoices/${id}` },
      ...(note !== '' && { sections: [{ title: 'Note of your client', text: note }] }),
    }),
  })
}
