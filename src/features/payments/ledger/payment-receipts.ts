import { and, eq, isNull } from 'drizzle-orm'
import { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse, withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Movement } from '../../invoices/contract.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { publicUrlOf, toDocument } from '../../invoices/invoice-view.ts'
import type { MailState } from '../../invoices/mail/emails.ts'
import { pdfName } from '../../invoices/mail/invoice-attachment.ts'
import { clientMailLimit, getMailFacts } from '../../invoices/mail/mail-limit.ts'
import { readLogo, renderInvoicePdf } from '../../invoices/pdf/invoice-pdf.ts'
import { type InvoiceKey, getInvoiceWithBusiness, lockInvoice } from '../../invoices/queries.ts'
import { queueReceiptMail } from './receipts.ts'

interface PaymentKey {
  id: string
  paymentId: string
}

/** Draws the receipt of one payment. What is still due is as of now. */
export async function getPaymentReceipt(
  deps: InvoiceDeps,
  { businessId }: Identity,
  { id: invoiceId, paymentId }: PaymentKey,
) {
  const { database, appUrl } = deps
  await countUse(database, [{ key: `receipt-pdf:${businessId}`, max: 240, windowSeconds: 600 }])
  const { document, payment, logo } = await withTenant(database, businessId, async (tx) => {
    const found = await findPayment(tx, { businessId, invoiceId }, paymentId)
    const shown = toDocument(deps, await getInvoiceWithBusiness(tx, businessId, invoiceId))
    return { document: shown, payment: found, logo: await readLogo(tx, businessId, shown.logo) }
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
      const payment = await findPayment(tx, { businessId, invoiceId }, paymentId)
      const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      return { to: found.invoice.clientEmail, state: await queueReceiptMail(tx, deps, found, payment) }
    }),
  )
}

/** Returns a payment as the document shows it. An undone one has no receipt. */
async function findPayment(
  { db }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
  paymentId: string,
): Promise<Movement> {
  const [payment] = await db
    .select({
      on: payments.receivedOn,
      method: payments.method,
      amountCents: payments.amountCents,
      isTest: payments.isTest,
    })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.invoiceId, invoiceId),
        eq(payments.id, paymentId),
        isNull(payments.undoneAt),
      ),
    )
  if (!payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
  return { kind: 'payment', ...payment }
}
