import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type Limit, withinLimits } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { type MailingBusiness, queueClientMail } from '../../invoices/mail/emails.ts'
import { attachReceiptPdf } from '../../invoices/mail/invoice-attachment.ts'
import { clientMailLimit, getMailFacts } from '../../invoices/mail/mail-limit.ts'
import { getInvoiceWithBusiness } from '../../invoices/public/find-public-invoice.ts'
import { type InvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { renderReceiptMail } from './render-receipt-mail.ts'

const receiptsPerDay = 5
const hour = 3600

/**
 * Queues the automatic receipt in the transaction of the payment that settled the invoice. Repeated payments
 * and undos must not fill the client's inbox, so a receipt beyond the limits is only logged.
 */
export async function queueReceipt(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  business: MailingBusiness & { plan: Plan },
): Promise<void> {
  const { rows } = await tx.client.query<{ receipts: number; clientMails: number }>(
    `select
       (select count(*)::int from mails where business_id = $1 and invoice_id = $2 and kind = 'receipt'
          and created_at > now() - interval '1 day') as receipts,
       (select count(*)::int from mails where business_id = $1 and kind in ('invoice', 'receipt')
          and created_at > now() - interval '1 hour') as "clientMails"`,
    [invoice.businessId, invoice.id],
  )
  const { receipts = 0, clientMails = 0 } = rows[0] ?? {}
  if (receipts >= receiptsPerDay || clientMails >= plans[business.plan].mailsPerHour) {
    deps.log.warn({ invoiceId: invoice.id, receipts, clientMails }, 'no receipt was sent: too many mails')
    return
  }
  await queueReceiptMail(tx, deps, { invoice, business })
}

/** Sends the receipt again on request of a client with the link. */
export async function sendReceiptAgain(
  deps: InvoiceDeps,
  { ip, businessId }: { ip: string; businessId: string },
  invoiceId: string,
): Promise<{ state: 'queued' | 'held' }> {
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const refusal = 'The receipt cannot be emailed at the moment.'
  const limits = [...receiptLimits(ip, invoiceId), { ...clientMailLimit(businessId, plan), refusal }]
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      const { status } = await lockInvoice(tx, invoiceId)
      if (status !== 'paid') throw new AppError('NOT_FOUND', 'There is no receipt yet.')
      const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      return { state: await queueReceiptMail(tx, deps, found) }
    }),
  )
}

function receiptLimits(ip: string, invoiceId: string): Limit[] {
  return [
    { key: `receipt-mail:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour },
    { key: `receipt-mail:invoice:${invoiceId}`, max: 3, windowSeconds: hour },
  ]
}

function queueReceiptMail(
  tx: Transaction,
  deps: InvoiceDeps,
  paid: { invoice: InvoiceRow; business: MailingBusiness },
) {
  return queueClientMail(tx, deps, paid, (document, urls) => ({
    kind: 'receipt',
    ...renderReceiptMail(document, urls),
    attachment: attachReceiptPdf({ document, publicUrl: urls.publicUrl }),
  }))
}
