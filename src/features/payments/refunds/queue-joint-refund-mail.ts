import type { Transaction } from '../../../platform/db/transaction.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueClientMail } from '../../invoices/mail/emails.ts'
import { type MailUrls, renderClientMail } from '../../invoices/mail/render-invoice-mail.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import { invoicesText } from '../rules.ts'
import { type RefundedInvoice, mayMailRefund, notAgain, openRefundMail } from './queue-refund-mail.ts'

interface JointRefund {
  isPaypal: boolean
  isTest: boolean
  /** What each invoice got of it, in the order in which they were paid. */
  shares: readonly { number: string; amountMinor: number; openMinor: number }[]
}

/** A share of a refund, with its invoice unless that was deleted. */
export interface RefundShare {
  number: string
  amountMinor: number
  found: RefundedInvoice | null
}

/** Emails the client once about a refund of what was paid for several invoices together. */
export async function queueJointRefundMail(
  tx: Transaction,
  deps: InvoiceDeps,
  shares: readonly RefundShare[],
  payment: Pick<JointRefund, 'isPaypal' | 'isTest'>,
): Promise<void> {
  const invoices = shares.flatMap(({ found }) => found?.invoice ?? [])
  const first = shares.find(({ found }) => found !== null)?.found
  if (!first || !(await mayMailRefund(tx, deps, first))) return
  const refund = {
    ...payment,
    shares: shares.map(({ number, amountMinor, found }) => ({
      number,
      amountMinor,
      openMinor: openMinorOf(found?.invoice),
    })),
  }
  await queueClientMail(tx, deps, first, (document, urls) => ({
    kind: 'refund',
    ...renderJointRefundMail(document, refund, urls),
    otherInvoiceIds: invoices.map(({ id }) => id).filter((id) => id !== first.invoice.id),
  }))
}

const openMinorOf = (invoice: InvoiceRow | undefined) =>
  invoice?.status === 'pending' ? invoice.openMinor : 0

export function renderJointRefundMail(
  invoice: InvoiceDocument,
  { isPaypal, isTest, shares }: JointRefund,
  { publicUrl, appUrl, portalUrl }: MailUrls,
): ReturnType<typeof renderClientMail> {
  const money = (minor: number) => formatMoney(minor, invoice)
  const amount = money(shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  const { paragraphs, ...opening } = openRefundMail(invoice, {
    amount,
    what: `${shares.length} invoices`,
    paid: `for ${invoicesText(shares.map(({ number }) => number))} in one payment`,
    isPaypal,
    isTest,
  })
  return renderClientMail(invoice, {
    appUrl,
    portalUrl,
    ...opening,
    paragraphs: [...paragraphs, notAgain],
    rows: [
      ...shares.map(({ number, amountMinor, openMinor }) => ({
        label: `Invoice ${number}`,
        value: openMinor > 0 ? `${money(amountMinor)}, ${money(openMinor)} still due` : money(amountMinor),
      })),
      { label: 'Refund', value: amount },
    ],
    button: { label: `View invoice ${invoice.number}`, url: publicUrl },
  })
}
