import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import type { InvoiceDocument, Movement } from '../../invoices/contract.ts'
import {
  paidBy,
  paidSentence,
  paymentSentence,
  testSentence,
} from '../../invoices/document/movement-rules.ts'
import { balanceRows, receiptRows } from '../../invoices/document/row-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { type MailState, type MailingBusiness, queueClientMail } from '../../invoices/mail/emails.ts'
import { attachPdf } from '../../invoices/mail/invoice-attachment.ts'
import { clientMailLimit, countMails, getMailFacts } from '../../invoices/mail/mail-limit.ts'
import {
  type MailUrls,
  greetingOf,
  mailFacts,
  renderClientMail,
  scheduleSection,
} from '../../invoices/mail/render-invoice-mail.ts'
import { visitorLimits } from '../../invoices/public/public-invoice.ts'
import {
  type InvoiceKey,
  type InvoiceRow,
  getInvoiceWithBusiness,
  lockInvoice,
} from '../../invoices/queries.ts'

const receiptsPerDay = 5

/**
 * Queues the automatic receipt, of the whole invoice or of a single payment. Repeated payments and undos must not fill the
 * client's inbox.
 */
export async function queueReceipt(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  business: MailingBusiness & { plan: Plan },
  payment: Movement | null = null,
): Promise<void> {
  if (await mayMailReceipt(tx, deps, invoice, business.plan)) {
    await queueReceiptMail(tx, deps, { invoice, business }, payment)
  }
}

/** Whether an automatic receipt is within the limits. One that is not is only logged. */
export async function mayMailReceipt(
  tx: Transaction,
  { log }: Pick<InvoiceDeps, 'log'>,
  { businessId, id: invoiceId }: InvoiceRow,
  plan: Plan,
): Promise<boolean> {
  const counts = await countMails(tx, { businessId, invoiceId }, 'receipt', ['invoice', 'receipt'])
  const { ofInvoice: receipts, ofBusiness: clientMails } = counts
  if (receipts < receiptsPerDay && clientMails < plans[plan].mailsPerHour) return true
  log.warn(
    { invoiceId, receipts, clientMails },
    'no receipt was sent, because the limit of emails was reached',
  )
  return false
}

export async function sendReceiptAgain(
  deps: InvoiceDeps,
  ip: string,
  { businessId, invoiceId }: InvoiceKey,
): Promise<{ state: MailState }> {
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const refusal = 'The receipt can’t be emailed right now.'
  const limits = [
    ...visitorLimits('receipt-mail', { ip, invoiceId }, { perNetwork: 30, perInvoice: 3 }),
    { ...clientMailLimit(businessId, plan), refusal },
  ]
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      const { status } = await lockInvoice(tx, invoiceId)
      if (status !== 'paid') throw new AppError('NOT_FOUND', 'There is no receipt yet.')
      const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      return { state: await queueReceiptMail(tx, deps, found) }
    }),
  )
}

/** Queues the receipt of the whole invoice or, if one is given, of a single payment. */
export function queueReceiptMail(
  tx: Transaction,
  deps: InvoiceDeps,
  paid: { invoice: InvoiceRow; business: MailingBusiness },
  payment: Movement | null = null,
) {
  return queueClientMail(tx, deps, paid, (document, urls) => ({
    kind: 'receipt',
    ...renderReceiptMail(document, urls, payment),
    attachment: attachPdf('receipt-pdf', { document, publicUrl: urls.publicUrl, payment }),
  }))
}

export function renderReceiptMail(
  invoice: InvoiceDocument,
  { publicUrl, appUrl }: MailUrls,
  payment: Movement | null = null,
): ReturnType<typeof renderClientMail> {
  const { number } = invoice
  const forWhat = ` for invoice ${number}`
  const amount = payment && formatMoney(payment.amountMinor, invoice)
  const heading = amount ? `Receipt for ${amount} paid on invoice ${number}` : `Receipt${forWhat}`
  const company = toHeaderText(invoice.company.name)
  const summary = payment ? paymentSentence(invoice, payment, forWhat) : paidSentence(invoice, forWhat)
  const shown = { movements: payment ? [payment] : invoice.movements }
  const how = paidBy(shown.movements)
  const test = testSentence(shown)
  return renderClientMail(invoice, {
    appUrl,
    subject: `${heading} from ${company}`,
    preheader: summary,
    heading,
    paragraphs: [
      greetingOf(invoice),
      `Thank you for your payment to ${bidiIsolate(company)}. ${summary}`,
      ...(test ? [test] : []),
    ],
    rows: [
      ...mailFacts({ ...invoice, paidOn: payment?.on ?? invoice.paidOn }, 'receiptMail'),
      ...(how ? [{ label: 'Paid by', value: how }] : []),
      ...(amount ? [{ label: 'Amount paid', value: amount }, ...balanceRows(invoice)] : receiptRows(invoice)),
    ],
    ...(payment && invoice.parts.length > 0 && { sections: [scheduleSection(invoice)] }),
    button: { label: 'View invoice', url: publicUrl },
    attached: 'receipt',
  })
}
