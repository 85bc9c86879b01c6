import type { Transaction } from '../../../platform/db/transaction.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { queueJointPaymentMail } from './joint-payment-mail.ts'
import { queueJointReceipt } from './joint-receipt.ts'
import { type NewPayment, type WrittenPayment, queueMails, writePayment } from './receive-payment.ts'

/**
 * Receives what a client paid for several invoices in one payment. Returns what was not written before. The client gets one
 * receipt, and the owner one mail. The caller has locked the invoices in order of their ids.
 */
export async function receiveTogether(
  tx: Transaction,
  deps: InvoiceDeps,
  payments: readonly NewPayment[],
): Promise<WrittenPayment[]> {
  const written: WrittenPayment[] = []
  for (const payment of payments) {
    const one = await writePayment(tx, deps, payment)
    if (one) written.push(one)
  }
  const [first, ...others] = written
  if (!first) return written
  if (others.length === 0) {
    await queueMails(tx, deps, first)
    return written
  }
  if (first.payment.sendReceipt) await queueJointReceipt(tx, deps, written)
  if (first.payment.notifyOwner) await queueJointPaymentMail(tx, deps, [first, ...others])
  return written
}
