import { daysBetween } from '../../../shared/dates.ts'
import { areNamesAlike } from '../../receipts/filing/merchant-alike-rules.ts'
import type { BankTransaction, Candidate } from './document-rules.ts'
import { type Index, amountKey } from './index-rules.ts'
import { nameOf } from './name-rules.ts'

/** How many days after the date of an expense its transaction may be booked. */
const daysAfter = { from: -5, to: 10 }
const sureDays = { from: -3, to: 5 }

/** Expenses that an outgoing transaction may be. */
export function findExpenses(transaction: BankTransaction, index: Index): Candidate[] {
  if (transaction.isIncome) return []
  const { name } = index.evidenceOf(transaction)
  const earlier = index.notesOf(transaction)
  const same = index.expensesByAmount.get(amountKey(transaction.currency, transaction.amountMinor)) ?? []
  const near = same.flatMap((expense) => {
    const days = daysBetween(expense.date, transaction.date)
    return days >= daysAfter.from && days <= daysAfter.to ? [{ expense, days }] : []
  })
  return near.map(({ expense, days }) => {
    const isNamed = areNamesAlike(nameOf(expense.notes), name)
    const isKnown = expense.notes !== '' && earlier.has(expense.notes.toLowerCase())
    const isOnly = near.length === 1
    return {
      kind: 'expense' as const,
      transactionId: transaction.id,
      targets: [{ id: expense.id, amountMinor: transaction.amountMinor, ofMinor: expense.amountMinor }],
      clientId: null,
      score:
        0.4 +
        Math.max(0, 0.2 - 0.02 * Math.abs(days)) +
        Math.min(0.4, (isNamed ? 0.3 : 0) + (isKnown ? 0.25 : 0)) +
        (isOnly ? 0.1 : -0.03 * near.length),
      isCertain: isOnly && days >= sureDays.from && days <= sureDays.to && (isNamed || isKnown),
      reason: `Same amount as this expense, ${distance(days)}${
        isNamed
          ? ', and the notes name the same merchant'
          : isKnown
            ? ', and earlier expenses at this merchant had these notes'
            : ''
      }.`,
    }
  })
}

function distance(days: number): string {
  if (days === 0) return 'on the same day'
  const count = Math.abs(days)
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'after' : 'before'} it`
}
