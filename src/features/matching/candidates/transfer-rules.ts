import { daysBetween } from '../../../shared/dates.ts'
import { areNamesAlike } from '../../receipts/filing/merchant-alike-rules.ts'
import type { BankTransaction, Candidate } from './document-rules.ts'
import { type Index, amountKey, maxSame } from './index-rules.ts'

const maxDays = 4

const ofTransfers =
  /transfer|\bxfer\b|\btrf\b|umbuchung|[uü]bertrag|ueberweisung eigen|eigen(es|er|en)? konto|virement|traspaso|transferencia|trasferimento|giroconto|overboeking|[oö]verf[oö]ring|przelew w[lł]asny|own account|savings|sparkonto/i

/** Whether a text names the last digits of an account. */
function mentions(text: string, last4: string | null | undefined): boolean {
  return Boolean(last4) && new RegExp(`${last4}(?!\\d)`).test(text)
}

/** Money that came in on another account of the business when this went out. */
export function findTransfers(outgoing: BankTransaction, index: Index): Candidate[] {
  if (outgoing.isIncome) return []
  const same = index.transactionsByAmount.get(amountKey(outgoing.currency, outgoing.amountMinor)) ?? []
  if (same.length > maxSame) return []
  const others = (one: BankTransaction) => same.filter((other) => isOtherSide(one, other))
  return others(outgoing).map((incoming) => {
    const sides = [outgoing, incoming]
    const named = sides.filter(({ text }) => ofTransfers.test(text)).length
    const isMentioned =
      mentions(outgoing.text, lastDigits(incoming, index)) ||
      mentions(incoming.text, lastDigits(outgoing, index))
    const isOwn = sides.some((side) => areNamesAlike(index.businessName, index.evidenceOf(side).name))
    const isOnly = others(outgoing).length === 1 && others(incoming).length === 1
    const days = Math.abs(daysBetween(outgoing.date, incoming.date))
    const numbers = index.evidenceOf(incoming).numbers.size
    const signs = [isMentioned, isOwn, named > 0, named > 1].filter(Boolean).length
    return {
      kind: 'transfer' as const,
      transactionId: outgoing.id,
      targets: [{ id: incoming.id, amountMinor: incoming.amountMinor, ofMinor: incoming.amountMinor }],
      clientId: null,
      score:
        0.4 +
        (days <= 1 ? 0.12 : 0.06) +
        (named > 1 ? 0.25 : named * 0.15) +
        (isMentioned ? 0.3 : 0) +
        (isOwn ? 0.2 : 0) +
        (isOnly ? 0.1 : -0.1) -
        days * 0.002 -
        (numbers > 0 ? 0.3 : 0),
      isCertain: isOnly && numbers === 0 && signs > 1,
      reason: `The same amount came in on your other account ${
        days === 0 ? 'on the same day' : days === 1 ? 'within a day' : `within ${days} days`
      }${isMentioned ? ', and the text names that account' : named > 0 ? ', and the text names a transfer' : ''}.`,
    }
  })
}

function isOtherSide(one: BankTransaction, other: BankTransaction): boolean {
  return (
    one.isIncome !== other.isIncome &&
    one.accountId !== null &&
    other.accountId !== null &&
    one.accountId !== other.accountId &&
    Math.abs(daysBetween(one.date, other.date)) <= maxDays
  )
}

function lastDigits({ accountId }: BankTransaction, index: Index): string | null | undefined {
  return index.accountsById.get(accountId ?? '')?.last4
}
