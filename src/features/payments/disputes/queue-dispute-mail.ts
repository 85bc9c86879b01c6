import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import type { disputes } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { toHeaderText } from '../../../platform/mail/mail-address.ts'
import type { MailContent } from '../../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../../shared/bidi-isolate.ts'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueOwnerMail } from '../../invoices/mail/emails.ts'
import { getInvoiceRow } from '../../invoices/queries.ts'
import { disputeReason, evidenceDeadline } from './dispute-rules.ts'

type Dispute = typeof disputes.$inferSelect

interface Facts {
  number: string
  amount: string
  client: string
  dueOn: string | null
  needsResponse: boolean
  /** The open amount of the invoice; null when the invoice is deleted or nothing is due. */
  open: string | null
}

type MailText = Pick<MailContent, 'heading' | 'paragraphs'> & { subject: string }

/** Emails the owner that a dispute was opened or decided, what that means and what to do. */
export async function queueDisputeMail(
  tx: Transaction,
  deps: InvoiceDeps,
  dispute: Dispute,
  { invoiceId, invoiceNumber: number }: { invoiceId: string | null; invoiceNumber: string },
): Promise<void> {
  const { businessId, needsResponse, state } = dispute
  if (state === 'removed') return
  const [business] = await tx.db.select().from(businesses).where(eq(businesses.id, businessId))
  const invoice = invoiceId === null ? null : await getInvoiceRow(tx, invoiceId)
  const to = invoice?.companyEmail ?? business?.email
  if (!business || !to) {
    deps.log.warn({ disputeId: dispute.id }, 'a payment is disputed, and the owner has no address')
    return
  }
  const format = { currency: dispute.currency, locale: invoice?.locale ?? business.locale }
  const amount = formatMoney(dispute.amountMinor, format)
  const client = invoice ? toHeaderText(invoice.clientName) : 'the client'
  const dueOn = dispute.evidenceDueAt && dateIn(business.timeZone, dispute.evidenceDueAt)
  const open = invoice && invoice.openMinor > 0 ? formatMoney(invoice.openMinor, invoice) : null
  const facts = { number, amount, client: bidiIsolate(client), dueOn, needsResponse, open }
  const { subject, ...content } = textFor[state](facts)
  const { ownerVerified } = business
  const mail = { kind: 'dispute', businessId, invoiceId: invoiceId ?? undefined, ownerVerified, to, subject }
  await queueOwnerMail(tx, deps, mail, {
    ...content,
    rows: [
      { label: 'Invoice number', value: number },
      ...(invoice ? [{ label: 'Client', value: client }] : []),
      { label: 'Amount', value: amount },
      { label: 'Reason', value: disputeReason(dispute.reason) },
      ...(needsResponse && dueOn ? [{ label: 'Evidence due by', value: formatDate(dueOn) }] : []),
    ],
    button:
      needsResponse || invoiceId === null
        ? { label: 'Open the dispute', url: dispute.url }
        : { label: 'View invoice', url: `${deps.appUrl}/invoices/${invoiceId}` },
  })
}

const textFor: Record<Exclude<Dispute['state'], 'removed'>, (facts: Facts) => MailText> = {
  inquiry: ({ number, client, amount, dueOn, needsResponse }) => ({
    subject: `The bank is asking about a payment for invoice ${number}`,
    heading: 'The bank is asking about a payment',
    paragraphs: [
      `The bank is asking about ${amount} that ${client} paid for invoice ${number}. No money has been taken back.`,
      needsResponse
        ? `Answer ${evidenceDeadline(dueOn)}, or refund the payment. Without an answer, the bank may take the money back.`
        : 'There’s nothing you need to do right now.',
    ],
  }),
  open: ({ number, client, amount, dueOn, needsResponse }) => ({
    subject: `A payment for invoice ${number} is disputed`,
    heading: 'A payment is disputed',
    paragraphs: [
      `The payment of ${amount} that ${client} made for invoice ${number} is disputed, and the bank has taken the money back.`,
      needsResponse
        ? `Send evidence ${evidenceDeadline(dueOn)}. If you don’t, you’ll lose the dispute.`
        : 'The bank is deciding. There’s nothing you need to do right now.',
      'Until the bank has decided, no reminders are sent for this invoice, and it can’t be paid online.',
    ],
  }),
  won: ({ number, client, amount }) => ({
    subject: `You won the dispute about invoice ${number}`,
    heading: 'You won the dispute',
    paragraphs: [
      `The bank decided in your favor. The ${amount} that ${client} paid for invoice ${number} is yours again.`,
    ],
  }),
  lost: ({ number, client, amount, open }) => ({
    subject: `You lost the dispute about invoice ${number}`,
    heading: 'You lost the dispute',
    paragraphs: [
      `The bank decided in favor of ${client}. The ${amount} paid for invoice ${number} won’t be returned to you.`,
      ...(open
        ? [
            `${open} is still due on the invoice. If you no longer expect it, open the invoice and mark it as no longer owed.`,
          ]
        : []),
    ],
  }),
}
