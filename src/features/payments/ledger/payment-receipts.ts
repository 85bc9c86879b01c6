import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse, withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../billing/rules.ts'
import type { Movement } from '../../invoices/contract.ts'
import { balanceOf } from '../../invoices/document/ledger-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { publicUrlOf, toDocument } from '../../invoices/invoice-view.ts'
import type { MailState, MailingBusiness } from '../../invoices/mail/emails.ts'
import { pdfName } from '../../invoices/mail/invoice-attachment.ts'
import { clientMailLimit, getMailFacts } from '../../invoices/mail/mail-limit.ts'
import { readLogo, renderInvoicePdf } from '../../invoices/pdf/invoice-pdf.ts'
import { type InvoiceRow, getInvoiceWithBusiness, lockInvoice } from '../../invoices/queries.ts'
import { readLedger } from '../../invoices/settle-invoice.ts'
import { queueReceipt, queueReceiptMail } from './receipts.ts'

interface PaymentKey {
  id: string
  paymentId: string
}

/** Draws the receipt of one payment. */
export async function getPaymentReceipt(
  deps: InvoiceDeps,
  { businessId }: Identity,
  { id: invoiceId, paymentId }: PaymentKey,
) {
  const { database, appUrl } = deps
  await countUse(database, [{ key: `receipt-pdf:${businessId}`, max: 240, windowSeconds: 600 }])
  const { document, payment, logo } = await withTenant(database, businessId, async (tx) => {
    const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    const then = await asOfPayment(tx, invoice, paymentId)
    const shown = toDocument(deps, { invoice: then.invoice, business })
    return { document: shown, payment: then.payment, logo: await readLogo(tx, businessId, shown.logo) }
  })
  const publicUrl = publicUrlOf(appUrl, invoiceId)
  const pdf = await renderInvoicePdf(document, { publicUrl, logo, kind: 'receipt', payment })
  return {
    bytes: new Uint8Array(pdf),
    contentType: 'application/pdf',
    headers: {
      'content-disposition': `attachment; filename="${pdfName(document, 'receipt', payment)}"`,
    },
  }
}

/** Mails the receipt of one payment to the client when the owner asks for it. */
export async function emailPaymentReceipt(
  deps: InvoiceDeps,
  { businessId }: Identity,
  { id: invoiceId, paymentId }: PaymentKey,
): Promise<{ to: string; state: MailState }> {
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const limit = { key: `receipt-mail:${businessId}:${invoiceId}`, max: 10, windowSeconds: 3600 }
  return withinLimits(deps.database, [limit, clientMailLimit(businessId, plan)], () =>
    withTenant(deps.database, businessId, async (tx) => {
      await lockInvoice(tx, invoiceId)
      const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      const then = await asOfPayment(tx, invoice, paymentId)
      const state = await queueReceiptMail(tx, deps, { invoice: then.invoice, business }, then.payment)
      return { to: invoice.clientEmail, state }
    }),
  )
}

/** Mails the receipt of a payment for parts of an invoice, as soon as it is received. */
export async function queuePartReceipt(
  tx: Transaction,
  deps: InvoiceDeps,
  {
    invoice,
    business,
    paymentId,
  }: {
    invoice: InvoiceRow
    business: MailingBusiness & { plan: Plan }
    paymentId: string
  },
): Promise<void> {
  const then = await asOfPayment(tx, invoice, paymentId)
  await queueReceipt(tx, deps, then.invoice, business, then.payment)
}

/**
 * Returns a payment as the document shows it, and the invoice as it was right after it: what happens later does not
 * change a receipt. An undone payment has no receipt.
 */
export async function asOfPayment(
  tx: Transaction,
  invoice: InvoiceRow,
  paymentId: string,
): Promise<{ invoice: InvoiceRow; payment: Movement }> {
  const ledger = await readLedger(tx, { businessId: invoice.businessId, invoiceId: invoice.id })
  const payments = ledger.payments.filter(({ undoneAt }) => !undoneAt)
  const index = payments.findIndex(({ id }) => id === paymentId)
  const positions = invoice.movements.flatMap(({ kind }, position) => (kind === 'payment' ? [position] : []))
  const [row, position] = [payments[index], positions[index]]
  const movements = invoice.movements.slice(0, (position ?? -1) + 1)
  const payment = movements.at(-1)
  if (!row || !payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
  const { receivedAt: at, createdAt: recordedAt } = row
  // A payment may be recorded days after it was received, and by then the invoice asks for less.
  const earlierNotes = ledger.creditNotes.filter(({ createdAt }) => createdAt < recordedAt)
  const creditNotesMinor = earlierNotes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const creditNotes = invoice.creditNotes.slice(0, earlierNotes.length)
  const balance = balanceOf(
    invoice.totalMinor - creditNotesMinor,
    payments.slice(0, index + 1),
    ledger.refunds.filter(({ createdAt }) => createdAt < at),
    ledger.disputes.filter(({ openedAt }) => openedAt < at),
  )
  const { isPaid, overpaidMinor: _, ...sums } = balance
  const status = isPaid ? 'paid' : 'pending'
  return { payment, invoice: { ...invoice, ...sums, creditNotes, creditNotesMinor, status, movements } }
}
