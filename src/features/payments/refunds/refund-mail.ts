import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { amountDueOf } from '../../invoices/document/amount-due-rules.ts'
import { noMoneyMoved } from '../../invoices/document/movement-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { type MailingBusiness, queueClientMail } from '../../invoices/mail/emails.ts'
import { mailBrandOf } from '../../invoices/mail/render-invoice-mail.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'

interface RefundDetails {
  amountCents: number
  stillOwed: boolean
  isPaypal: boolean
  isTest: boolean
}

/** The owner can refund in many small parts, each with its own mail. */
const mailsPerDay = 10

/**
 * Emails the client that money is on its way back, in the transaction in which the refund starts to count.
 */
export async function queueRefundMail(
  tx: Transaction,
  deps: InvoiceDeps,
  details: RefundDetails & { invoice: InvoiceRow; business: MailingBusiness & { plan: Plan } },
): Promise<void> {
  const { invoice, business } = details
  const { rows } = await tx.client.query<{ ofInvoice: number; ofBusiness: number }>(
    `select count(*) filter (where invoice_id = $2 and kind = 'refund')::int as "ofInvoice",
       count(*) filter (where created_at > now() - interval '1 hour')::int as "ofBusiness"
     from mails where business_id = $1 and kind in ('invoice', 'receipt', 'refund')
       and created_at > now() - interval '1 day'`,
    [invoice.businessId, invoice.id],
  )
  const { ofInvoice = 0, ofBusiness = 0 } = rows[0] ?? {}
  if (ofInvoice >= mailsPerDay || ofBusiness >= plans[business.plan].mailsPerHour) {
    deps.log.warn({ invoiceId: invoice.id }, 'the client was not told of a refund: too many mails')
    return
  }
  await queueClientMail(tx, deps, { invoice, business }, (document, urls) => ({
    kind: 'refund',
    ...renderRefundMail(document, details, urls),
  }))
}

function renderRefundMail(
  invoice: InvoiceDocument,
  { amountCents, stillOwed, isPaypal, isTest }: RefundDetails,
  { publicUrl, appUrl }: { publicUrl: string; appUrl: string },
) {
  const { number } = invoice
  const amount = formatMoney(amountCents)
  const company = toHeaderText(invoice.company.name)
  const client = toHeaderText(invoice.client.contactName || invoice.client.name)
  const subject = `${isTest ? 'Test: refund' : 'Refund'} of ${amount} for invoice ${number} from ${company}`
  const dueCents = amountDueOf(invoice)
  const owed =
    stillOwed && dueCents > 0
      ? `The invoice is still to be paid: ${formatMoney(dueCents)} is open. You can pay it another way.`
      : 'You do not need to pay this amount again.'
  const content = renderMail({
    appUrl,
    brand: mailBrandOf(invoice),
    preheader: subject,
    heading: isTest ? noMoneyMoved : `${amount} is on its way back to you`,
    paragraphs: [
      `Hello ${bidiIsolate(client)},`,
      `${bidiIsolate(company)} has refunded ${amount} that you paid for invoice ${number}. ${isTest ? 'It was a test payment, so no money moves.' : isPaypal ? paypalTime : cardTime}`,
      owed,
    ],
    rows: [
      { label: 'Invoice number', value: number },
      { label: 'Refund', value: amount },
      { label: 'Left to pay', value: formatMoney(dueCents) },
    ],
    button: { label: 'View invoice', url: publicUrl },
    footnote: `Questions? Reply to this mail or write to ${invoice.company.email}.`,
  })
  return { subject, ...content }
}

const cardTime = 'It goes back to the card that was used, which usually takes 5 to 10 business days.'
const paypalTime =
  'It goes back to the PayPal account that was used. If you paid there with a card or from a bank account, it can take up to 30 days.'
