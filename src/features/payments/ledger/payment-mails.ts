import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import type { MailContent } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import { type Plan, plans } from '../../billing/rules.ts'
import { type methodName, noMoneyMoved, labelledMethod } from '../../invoices/document/movement-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOwnerMail } from '../../invoices/mail/emails.ts'
import { countMails } from '../../invoices/mail/mail-limit.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import { isProviderMethod } from '../rules.ts'

export interface PaidBusiness {
  timeZone: string
  ownerVerified: boolean
  plan: Plan
}

interface PaymentDetails {
  method: Parameters<typeof methodName>[0]
  isOwn?: boolean | undefined
  isTest?: boolean | undefined
  currency: Currency
  amountMinor: number
  receivedAt: Date
}

export const paymentMailKind = 'payment-received'
/** Keeps repeated payments and undos from filling the owner's inbox. */
const mailsPerDay = 20

/** Emails the owner that the client paid. `excessMinor` is the part of the payment that was not owed. */
export async function queuePaymentMail(
  tx: Transaction,
  deps: InvoiceDeps,
  received: { invoice: InvoiceRow; business: PaidBusiness; payment: PaymentDetails; excessMinor: number },
): Promise<void> {
  const { invoice, business, payment, excessMinor } = received
  const { number } = invoice
  const amount = formatMoney(payment.amountMinor, invoice)
  const client = bidiIsolate(toHeaderText(invoice.clientName))
  const rest =
    invoice.status === 'paid'
      ? 'The invoice is paid.'
      : `${formatMoney(invoice.openMinor, invoice)} is still due.`
  const summary = `${client} paid ${amount} for invoice ${number}. ${rest}`
  const isTooMuch = excessMinor > 0
  await queueInvoicePaymentMail(tx, deps, invoice, business, {
    subject: isTooMuch
      ? `Please check: too much was paid for invoice ${number}`
      : `${payment.isTest ? 'Test payment' : 'Payment'} received for invoice ${number}`,
    heading: isTooMuch
      ? 'More was paid than was owed'
      : `You received a ${payment.isTest ? 'test ' : ''}payment`,
    paragraphs: [
      ...(payment.isTest ? [noMoneyMoved] : []),
      summary,
      ...(isTooMuch ? [overpaidText(formatMoney(excessMinor, invoice), payment.method)] : []),
    ],
    rows: [
      { label: 'Client', value: toHeaderText(invoice.clientName) },
      ...paidRows(payment, amount, business.timeZone),
      ...(isTooMuch ? [{ label: 'Overpaid', value: formatMoney(excessMinor, invoice) }] : []),
    ],
  })
}

function overpaidText(excess: string, method: PaymentDetails['method']): string {
  const remedy = isProviderMethod(method)
    ? 'Open the invoice to refund it.'
    : 'Open the invoice to see the payments and correct them.'
  return `Your client paid ${excess} more than was owed, maybe by paying twice. ${remedy}`
}

/** Emails the owner that an accepted refund failed, so the client does not have the money. */
export async function queueRefundFailedMail(
  tx: Transaction,
  deps: InvoiceDeps,
  failed: { invoice: InvoiceRow; business: PaidBusiness; amountMinor: number },
): Promise<void> {
  const { invoice, business, amountMinor } = failed
  const amount = formatMoney(amountMinor, invoice)
  const client = bidiIsolate(toHeaderText(invoice.clientName))
  await queueInvoicePaymentMail(tx, deps, invoice, business, {
    subject: `Please check: a refund for invoice ${invoice.number} failed`,
    heading: 'A refund failed',
    paragraphs: [
      `The refund of ${amount} for invoice ${invoice.number} didn’t reach ${client}. The money was returned to you.`,
      'Open the invoice to try again, or pay your client back another way.',
    ],
    rows: [
      { label: 'Client', value: toHeaderText(invoice.clientName) },
      { label: 'Refund', value: amount },
    ],
  })
}

/** Emails the owner that a payment came in for an invoice that was deleted, or that has another currency by now. */
export async function queueOrphanPaymentMail(
  tx: Transaction,
  deps: InvoiceDeps,
  business: PaidBusiness & { email: string | null; locale: string },
  payment: PaymentDetails & { businessId: string; invoiceId: string | null; invoiceNumber: string },
): Promise<void> {
  const { businessId, invoiceNumber: number } = payment
  if (!business.email) {
    deps.log.warn({ businessId, number }, 'a deleted invoice was paid, and the owner has no email address')
    return
  }
  if (await hasManyMails(tx, { businessId, invoiceId: null, plan: business.plan })) {
    deps.log.warn(
      { businessId, number },
      'the owner was not emailed about a payment, because the limit of emails was reached',
    )
    return
  }
  const amount = formatMoney(payment.amountMinor, { currency: payment.currency, locale: business.locale })
  const { subject, ...text } =
    payment.invoiceId === null ? deletedText(number, amount) : otherText(number, amount)
  const { email: to, ownerVerified } = business
  await queueOwnerMail(
    tx,
    deps,
    { kind: paymentMailKind, businessId, ownerVerified, to, subject },
    {
      preheader: text.preheader,
      heading: text.heading,
      paragraphs: [
        ...(payment.isTest ? [noMoneyMoved] : []),
        text.what,
        `The payment is in your records, but you can’t refund it in ${productName}. ${text.remedy}, or ${refundElsewhere(payment)}.`,
      ],
      rows: [{ label: 'Invoice number', value: number }, ...paidRows(payment, amount, business.timeZone)],
    },
  )
}

const deletedText = (number: string, amount: string) => ({
  subject: `Please check: deleted invoice ${number} was paid`,
  preheader: `${amount} came in for an invoice that no longer exists.`,
  heading: 'A deleted invoice was paid',
  what: `${amount} was paid for invoice ${number}, which you deleted.`,
  remedy: 'Create the invoice again',
})

const otherText = (number: string, amount: string) => ({
  subject: `Please check: invoice ${number} was paid in its old currency`,
  preheader: `${amount} came in for an invoice whose currency you changed.`,
  heading: 'An invoice was paid in its old currency',
  what: `${amount} was paid for invoice ${number}, whose currency you changed before the payment came in.`,
  remedy: 'Agree with your client how to settle the invoice',
})

export function refundElsewhere({ method, isOwn }: PaymentDetails): string {
  if (!isOwn) return 'ask the operator of this installation to refund it'
  return `refund it in your own ${method === 'paypal' ? 'PayPal' : 'Stripe'} account`
}

export function paidRows(
  { method, receivedAt, isTest = false }: PaymentDetails,
  amount: string,
  timeZone: string,
) {
  return [
    { label: 'Amount', value: amount },
    { label: 'Paid on', value: formatDate(dateIn(timeZone, receivedAt)) },
    { label: 'Paid by', value: labelledMethod(method, isTest) },
  ]
}

async function queueInvoicePaymentMail(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, id: invoiceId, companyEmail: to }: InvoiceRow,
  { ownerVerified, plan }: PaidBusiness,
  { subject, ...content }: Pick<MailContent, 'heading' | 'paragraphs' | 'rows'> & { subject: string },
): Promise<void> {
  if (await hasManyMails(tx, { businessId, invoiceId, plan })) {
    deps.log.warn(
      { invoiceId },
      'the owner was not emailed about a payment, because the limit of emails was reached',
    )
    return
  }
  await queueOwnerMail(
    tx,
    deps,
    { kind: paymentMailKind, businessId, invoiceId, ownerVerified, to, subject },
    {
      ...content,
      button: { label: 'View invoice', url: pageAddress(deps, businessId, `/invoices/${invoiceId}`) },
    },
  )
}

export async function hasManyMails(
  tx: Transaction,
  { businessId, invoiceId, plan }: { businessId: string; invoiceId: string | null; plan: Plan },
): Promise<boolean> {
  const { ofInvoice, ofBusiness } = await countMails(tx, { businessId, invoiceId }, paymentMailKind)
  return ofInvoice >= mailsPerDay || ofBusiness >= plans[plan].mailsPerHour
}
