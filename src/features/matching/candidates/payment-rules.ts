import { daysBetween } from '../../../shared/dates.ts'
import type { BankTransaction, Candidate } from './document-rules.ts'
import { type Index, amountKey, clientKey, whoOf } from './index-rules.ts'

/** How many days after the date that the owner wrote down the money may be in the bank. */
const daysAfter = { from: -7, to: 14 }
const sureDays = 5

/** Payments that the owner recorded by hand, and that an incoming transaction may be. */
export function findPayments(transaction: BankTransaction, index: Index): Candidate[] {
  if (!transaction.isIncome) return []
  const evidence = index.evidenceOf(transaction)
  const key = amountKey(transaction.currency, transaction.amountMinor)
  const same = index.paymentsByAmount.get(key) ?? []
  // A client who owes the same amount once more may have paid that.
  const owing = new Set((index.invoicesByAmount.get(key) ?? []).map(clientKey))
  const near = same.flatMap((payment) => {
    const days = daysBetween(payment.receivedOn, transaction.date)
    return days >= daysAfter.from && days <= daysAfter.to ? [{ payment, days: Math.abs(days) }] : []
  })
  return near.map(({ payment, days }) => {
    const isNumbered = evidence.numbers.has(payment.invoiceNumber)
    const namesAnother = !isNumbered && evidence.numbers.size > 0
    const { isNamed, isKnown, isDistrusted, score } = whoOf(evidence, payment)
    const isOnly = near.length === 1
    return {
      kind: 'payment' as const,
      transactionId: transaction.id,
      targets: [{ id: payment.id, amountMinor: transaction.amountMinor, ofMinor: payment.amountMinor }],
      clientId: payment.clientId,
      score:
        0.45 +
        (days <= 3 ? 0.15 : 0.05) +
        (isNumbered ? 0.4 : 0) +
        score +
        (isOnly ? 0.1 : -0.03 * near.length) -
        days * 0.002 -
        (isDistrusted ? 0.3 : 0) -
        (namesAnother ? 0.2 : 0),
      isCertain:
        isOnly &&
        days <= sureDays &&
        !isDistrusted &&
        !namesAnother &&
        (isNumbered || ((isNamed || isKnown) && !owing.has(clientKey(payment)))),
      reason: `Same amount as the payment that you recorded for invoice ${payment.invoiceNumber}${
        isNumbered ? ', and the text names it' : isNamed ? ', and the text names the client' : ''
      }.`,
    }
  })
}
