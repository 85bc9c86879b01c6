import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { amountDueOf, noMoneyMoved } from '../../invoices/document/movement-rules.ts'
import { factRows } from '../../invoices/document/row-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { type MailingBusiness, queueClientMail } from '../../invoices/mail/emails.ts'
import { countMails } from '../../invoices/mail/mail-limit.ts'
import { type MailUrls, greetingOf, renderClientMail } from '../../invoices/mail/render-invoice-mail.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'

export interface RefundedInvoice {
  invoice: InvoiceRow
  business: MailingBusiness & { plan: Plan }
}

interface RefundDetails {
  amountMinor: number
  stillOwed: boolean
  isPaypal: boolean
  isTest: boolean
}

/** The owner can refund in many small parts, each with its own mail. */
const mailsPerDay = 10

/** Emails the client, in the transaction in which the refund starts to count. */
export async function queueRefundMail(
  tx: Transaction,
  deps: InvoiceDeps,
  details: RefundDetails & RefundedInvoice,
): Promise<void> {
  if (!(await mayMailRefund(tx, deps, details))) return
  await queueClientMail(tx, deps, details, (document, urls) => ({
    kind: 'refund',
    ...renderRefundMail(document, details, urls),
  }))
}

export async function mayMailRefund(
  tx: Transaction,
  deps: InvoiceDeps,
  { invoice: { businessId, id: invoiceId }, business }: RefundedInvoice,
): Promise<boolean> {
  const kinds = ['invoice', 'receipt', 'refund']
  const { ofInvoice, ofBusiness } = await countMails(tx, { businessId, invoiceId }, 'refund', kinds)
  if (ofInvoice < mailsPerDay && ofBusiness < plans[business.plan].mailsPerHour) return true
  deps.log.warn(
    { invoiceId },
    'the client was not emailed about a refund, because the limit of emails was reached',
  )
  return false
}

export function renderRefundMail(
  invoice: InvoiceDocument,
  { amountMinor, stillOwed, isPaypal, isTest }: RefundDetails,
  { publicUrl, appUrl, portalUrl, isPayable }: MailUrls,
) {
  const amount = formatMoney(amountMinor, invoice)
  const what = `invoice ${invoice.number}`
  const { paragraphs, ...opening } = openRefundMail(invoice, { amount, what, isPaypal, isTest })
  const dueMinor = amountDueOf(invoice)
  const owed =
    stillOwed && dueMinor > 0
      ? `${formatMoney(dueMinor, invoice)} is still due.${isPayable ? ' You can pay it online.' : ''}`
      : notAgain
  return renderClientMail(invoice, {
    appUrl,
    portalUrl,
    ...opening,
    paragraphs: [...paragraphs, owed],
    rows: [
      ...factRows(invoice, 'refundMail'),
      { label: 'Refund', value: amount },
      { label: 'Balance due', value: formatMoney(dueMinor, invoice) },
    ],
    button: { label: 'View invoice', url: publicUrl },
  })
}

export const notAgain = 'You don’t need to pay this amount again.'

interface Opening extends Pick<RefundDetails, 'isPaypal' | 'isTest'> {
  amount: string
  /** What it is for, in the subject. */
  what: string
  /** What the client paid. */
  paid?: string
}

/** The subject, the heading and the first sentences of every mail about a refund. */
export function openRefundMail(
  invoice: InvoiceDocument,
  { amount, what, paid = `for ${what}`, isPaypal, isTest }: Opening,
) {
  const company = toHeaderText(invoice.company.name)
  const subject = `${isTest ? 'Test refund' : 'Refund'} of ${amount} for ${what} from ${company}`
  const arrival = isTest ? 'It was a test payment, so no money moves.' : isPaypal ? paypalTime : cardTime
  return {
    subject,
    preheader: subject,
    heading: isTest ? noMoneyMoved : `${amount} is on its way back to you`,
    paragraphs: [
      greetingOf(invoice),
      `${bidiIsolate(company)} has refunded ${amount} that you paid ${paid}. ${arrival}`,
    ],
  }
}

const cardTime = 'It goes back to the card that was used, which usually takes 5 to 10 business days.'
const paypalTime =
  'It goes back to the PayPal account that was used. If you paid there with a card or from a bank account, it can take up to 30 days.'
