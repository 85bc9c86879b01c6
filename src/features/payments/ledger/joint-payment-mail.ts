import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { formatMoney } from '../../../shared/money.ts'
import { noMoneyMoved } from '../../invoices/document/movement-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOwnerMail } from '../../invoices/mail/emails.ts'
import { invoicesText } from '../rules.ts'
import { hasManyMails, paidRows, paymentMailKind, refundElsewhere } from './payment-mails.ts'
import type { WrittenPayment } from './receive-payment.ts'

/** Emails the owner once that a client paid several invoices, and what has to be checked. */
export async function queueJointPaymentMail(
  tx: Transaction,
  deps: InvoiceDeps,
  written: readonly [WrittenPayment, ...WrittenPayment[]],
): Promise<void> {
  const [{ business, payment }] = written
  const { businessId, isTest = false } = payment
  const invoice = written.find((one) => one.invoice !== null)?.invoice ?? null
  const to = invoice?.companyEmail ?? business.email
  const invoiceId = invoice?.id ?? null
  if (!to || (await hasManyMails(tx, { businessId, invoiceId, plan: business.plan }))) {
    deps.log.warn(
      { businessId, invoiceId },
      'the owner was not emailed about a payment, because the limit of emails was reached or there is no address',
    )
    return
  }
  const format = { currency: payment.currency, locale: invoice?.locale ?? business.locale }
  const money = (minor: number) => formatMoney(minor, format)
  const amount = money(written.reduce((sum, one) => sum + one.payment.amountMinor, 0))
  const names = namesOf(written)
  const lost = written.filter((one) => one.invoice === null)
  const excessMinor = written.reduce((sum, one) => sum + one.excessMinor, 0)
  const mustCheck = lost.length > 0 || excessMinor > 0
  const client = invoice ? bidiIsolate(toHeaderText(invoice.clientName)) : 'Your client'
  const what = isTest ? 'Test payment' : 'Payment'
  const { ownerVerified } = business
  await queueOwnerMail(
    tx,
    deps,
    {
      kind: paymentMailKind,
      businessId,
      ...(invoice && { invoiceId: invoice.id }),
      ownerVerified,
      to,
      subject: mustCheck
        ? `Please check: a payment for ${written.length} invoices`
        : `${what} received for ${written.length} invoices`,
    },
    {
      heading: mustCheck
        ? 'A payment needs your attention'
        : `You received a ${isTest ? 'test ' : ''}payment`,
      paragraphs: [
        ...(isTest ? [noMoneyMoved] : []),
        `${client} paid ${amount} for ${names} in one payment.`,
        ...(lost.length > 0
          ? [
              `${upperFirst(namesOf(lost))} ${lost.length > 1 ? 'were' : 'was'} deleted, or changed to another currency, before the money came in. Agree with your client what happens with that part, or ${refundElsewhere(payment)}.`,
            ]
          : []),
        ...(excessMinor > 0
          ? [`${money(excessMinor)} of it was more than was owed. Open the invoice to refund it.`]
          : []),
      ],
      rows: [
        ...(invoice ? [{ label: 'Client', value: toHeaderText(invoice.clientName) }] : []),
        ...written.map((one) => ({
          label: `Invoice ${one.payment.invoiceNumber}`,
          value: outcomeOf(one, money),
        })),
        ...paidRows(payment, amount, business.timeZone),
      ],
      ...(invoice && {
        button: {
          label: `View invoice ${invoice.number}`,
          url: pageAddress(deps, businessId, `/invoices/${invoice.id}`),
        },
      }),
    },
  )
}

const namesOf = (written: readonly WrittenPayment[]) =>
  invoicesText(written.map(({ payment }) => payment.invoiceNumber))

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "$50.00, paid in full". */
function outcomeOf(
  { payment, invoice, excessMinor }: WrittenPayment,
  money: (minor: number) => string,
): string {
  const amount = money(payment.amountMinor)
  if (!invoice) return `${amount}, no longer there`
  if (excessMinor > 0) return `${amount}, ${money(excessMinor)} too much`
  return invoice.status === 'paid'
    ? `${amount}, paid in full`
    : `${amount}, ${money(invoice.openMinor)} still due`
}
