import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument, Movement } from '../../invoices/contract.ts'
import { labelledMethod, noMoneyMoved } from '../../invoices/document/movement-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { publicUrlOf, toDocument } from '../../invoices/invoice-view.ts'
import { queueClientMail } from '../../invoices/mail/emails.ts'
import { attachPdf } from '../../invoices/mail/invoice-attachment.ts'
import { type MailUrls, greetingOf, renderClientMail } from '../../invoices/mail/render-invoice-mail.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import { invoicesText } from '../rules.ts'
import { asOfPayment } from './payment-receipts.ts'
import { mayMailReceipt } from './receipts.ts'
import { type WrittenPayment, paysForParts } from './receive-payment.ts'

interface JointReceipt {
  method: Movement['method']
  isTest: boolean
  paidOn: string
  invoices: readonly { number: string; amountMinor: number; openMinor: number }[]
}

type PaidInvoice = WrittenPayment & { invoice: InvoiceRow }

/** Queues the one receipt mail for several invoices. Each invoice that would get a receipt has it attached. */
export async function queueJointReceipt(
  tx: Transaction,
  deps: InvoiceDeps,
  written: readonly WrittenPayment[],
): Promise<void> {
  const settled = written.filter(
    (one): one is PaidInvoice => one.invoice !== null && (one.becamePaid || paysForParts(one)),
  )
  const [first] = settled
  if (!first || !(await mayMailReceipt(tx, deps, first.invoice, first.business.plan))) return
  const attached = []
  let paidOn = ''
  for (const one of settled) {
    const then = await asOfPayment(tx, one.invoice, one.paymentId)
    paidOn = then.payment.on
    const { invoice, payment } = one.becamePaid ? { invoice: one.invoice, payment: null } : then
    const document = toDocument(deps, { invoice, business: one.business })
    attached.push({ document, publicUrl: publicUrlOf(deps.appUrl, invoice.id), payment })
  }
  const [own, ...more] = attached
  if (!own) return
  const { method, isTest = false } = first.payment
  const invoices = written.map(({ payment, invoice }) => ({
    number: payment.invoiceNumber,
    amountMinor: payment.amountMinor,
    openMinor: invoice?.openMinor ?? 0,
  }))
  await queueClientMail(tx, deps, first, (document, urls) => ({
    kind: 'receipt',
    ...renderJointReceipt(document, urls, { method, isTest, paidOn, invoices }),
    otherInvoiceIds: written.flatMap(({ invoice }) =>
      invoice !== null && invoice.id !== first.invoice.id ? invoice.id : [],
    ),
    attachment: attachPdf('receipt-pdf', { ...own, more }),
  }))
}

export function renderJointReceipt(
  invoice: InvoiceDocument,
  { publicUrl, appUrl }: MailUrls,
  { method, isTest, paidOn, invoices }: JointReceipt,
): ReturnType<typeof renderClientMail> {
  const money = (minor: number) => formatMoney(minor, invoice)
  const amount = money(invoices.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  const heading = `Receipt for ${amount} paid on ${invoices.length} invoices`
  const company = toHeaderText(invoice.company.name)
  const names = invoicesText(invoices.map(({ number }) => number))
  const summary = `${amount} was paid for ${names} on ${formatDate(paidOn)}.`
  return renderClientMail(invoice, {
    appUrl,
    subject: `${heading} from ${company}`,
    preheader: summary,
    heading,
    paragraphs: [
      greetingOf(invoice),
      `Thank you for your payment to ${bidiIsolate(company)}. ${summary}`,
      ...(isTest ? [noMoneyMoved] : []),
    ],
    rows: [
      { label: 'Paid by', value: labelledMethod(method, isTest) },
      ...invoices.map(({ number, amountMinor, openMinor }) => ({
        label: `Invoice ${number}`,
        value: openMinor > 0 ? `${money(amountMinor)}, ${money(openMinor)} still due` : money(amountMinor),
      })),
      { label: 'Amount paid', value: amount },
    ],
    button: { label: `View invoice ${invoice.number}`, url: publicUrl },
    attached: 'receipts',
  })
}
