import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import type { disputes } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import { pageAddress } from '../../../platform/mail/page-address.ts'
import type { MailContent } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOwnerMail } from '../../invoices/mail/emails.ts'
import { listInvoiceRows } from '../../invoices/queries.ts'
import type { PaymentRow } from '../ledger/lock-payments.ts'
import { invoicesText } from '../rules.ts'
import { disputeReason, evidenceDeadline } from './dispute-rules.ts'

type Dispute = typeof disputes.$inferSelect

interface Facts {
  /** "invoice A", or "invoices A and B" that were paid together. */
  names: string
  amount: string
  client: string
  dueOn: string | null
  needsResponse: boolean
  /** The open amount of the invoices; null when they are deleted or nothing is due. */
  open: string | null
}

type MailText = Pick<MailContent, 'heading' | 'paragraphs'> & { subject: string }

/**
 * Emails the owner that a dispute was opened or decided, what that means and what to do. `shares` is what it takes from each
 * of the payments.
 */
export async function queueDisputeMail(
  tx: Transaction,
  deps: InvoiceDeps,
  shares: readonly Dispute[],
  payments: readonly PaymentRow[],
): Promise<void> {
  const [dispute] = shares
  if (!dispute || dispute.state === 'removed') return
  const { businessId, needsResponse, state } = dispute
  const paid = payments.filter(({ id }) => shares.some(({ paymentId }) => paymentId === id))
  const invoiceIds = paid.flatMap(({ invoiceId }) => invoiceId ?? [])
  const [business] = await tx.db.select().from(businesses).where(eq(businesses.id, businessId))
  const invoices = await listInvoiceRows(tx, invoiceIds)
  const invoice = invoices.find(({ id }) => id === invoiceIds[0])
  const to = invoice?.companyEmail ?? business?.email
  if (!business || !to) {
    deps.log.warn({ disputeId: dispute.id }, 'a payment is disputed, and the owner has no address')
    return
  }
  const format = { currency: dispute.currency, locale: invoice?.locale ?? business.locale }
  const amount = formatMoney(sumOf(shares.map(({ amountMinor }) => amountMinor)), format)
  const client = invoice ? toHeaderText(invoice.clientName) : 'the client'
  const dueOn = dispute.evidenceDueAt && dateIn(business.timeZone, dispute.evidenceDueAt)
  const openMinor = sumOf(invoices.map((one) => one.openMinor))
  const open = openMinor > 0 ? formatMoney(openMinor, format) : null
  const numbers = paid.map(({ invoiceNumber }) => invoiceNumber)
  const names = invoicesText(numbers)
  const facts = { names, amount, client: bidiIsolate(client), dueOn, needsResponse, open }
  const { subject, ...content } = textFor[state](facts)
  const { ownerVerified } = business
  const mail = { kind: 'dispute', businessId, invoiceId: invoice?.id, ownerVerified, to, subject }
  await queueOwnerMail(tx, deps, mail, {
    ...content,
    rows: [
      { label: numbers.length > 1 ? 'Invoice numbers' : 'Invoice number', value: numbers.join(', ') },
      ...(invoice ? [{ label: 'Client', value: client }] : []),
      { label: 'Amount', value: amount },
      { label: 'Reason', value: disputeReason(dispute.reason) },
      ...(needsResponse && dueOn ? [{ label: 'Evidence due by', value: formatDate(dueOn) }] : []),
    ],
    button:
      needsResponse || !invoice
        ? { label: 'Open the dispute', url: dispute.url }
        : { label: 'View invoice', url: pageAddress(deps, businessId, `/invoices/${invoice.id}`) },
  })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, minor) => sum + minor, 0)

const textFor: Record<Exclude<Dispute['state'], 'removed'>, (facts: Facts) => MailText> = {
  inquiry: ({ names, client, amount, dueOn, needsResponse }) => ({
    subject: `The bank is asking about a payment for ${names}`,
    heading: 'The bank is asking about a payment',
    paragraphs: [
      `The bank is asking about ${amount} that ${client} paid for ${names}. No money has been taken back.`,
      needsResponse
        ? `Answer ${evidenceDeadline(dueOn)}, or refund the payment. Without an answer, the bank may take the money back.`
        : 'There’s nothing you need to do right now.',
    ],
  }),
  open: ({ names, client, amount, dueOn, needsResponse }) => ({
    subject: `A payment for ${names} is disputed`,
    heading: 'A payment is disputed',
    paragraphs: [
      `The payment of ${amount} that ${client} made for ${names} is disputed, and the bank has taken the money back.`,
      needsResponse
        ? `Send evidence ${evidenceDeadline(dueOn)}. If you don’t, you’ll lose the dispute.`
        : 'The bank is deciding. There’s nothing you need to do right now.',
      'Until the bank has decided, no reminders are sent for this invoice, and it can’t be paid online.',
    ],
  }),
  won: ({ names, client, amount }) => ({
    subject: `You won the dispute about ${names}`,
    heading: 'You won the dispute',
    paragraphs: [
      `The bank decided in your favor. The ${amount} that ${client} paid for ${names} is yours again.`,
    ],
  }),
  lost: ({ names, client, amount, open }) => ({
    subject: `You lost the dispute about ${names}`,
    heading: 'You lost the dispute',
    paragraphs: [
      `The bank decided in favor of ${client}. The ${amount} paid for ${names} won’t be returned to you.`,
      ...(open
        ? [
            `${open} is still due on the invoice. If you no longer expect it, open the invoice and mark it as no longer owed.`,
          ]
        : []),
    ],
  }),
}
