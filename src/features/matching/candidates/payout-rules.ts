import { daysBetween, formatDate } from '../../../shared/dates.ts'
import { providerNames } from '../../payouts/rules.ts'
import type { BankTransaction, Candidate, OpenPayout } from './document-rules.ts'
import { type Index, amountKey } from './index-rules.ts'

/** How many days after the day that the provider names the bank may book it. */
const daysAfter = { from: -2, to: 5 }

const names: Record<OpenPayout['provider'], RegExp> = { card: /stripe/i, paypal: /pay\s?pal/i }

/** Payouts of Stripe or PayPal that a transaction may be. */
export function findPayouts(transaction: BankTransaction, index: Index): Candidate[] {
  const { currency, amountMinor, isIncome, text } = transaction
  const same = index.payoutsByAmount.get(amountKey(currency, isIncome ? amountMinor : -amountMinor)) ?? []
  const near = same.flatMap((payout) => {
    const days = daysBetween(payout.arrivesOn, transaction.date)
    return days >= daysAfter.from && days <= daysAfter.to ? [{ payout, days: Math.abs(days) }] : []
  })
  const isOnly = near.length === 1
  const namesAny = Object.values(names).some((name) => name.test(text))
  return near.flatMap(({ payout, days }) => {
    const { id, provider, arrivesOn, isTest } = payout
    const isNamed = names[provider].test(text)
    if (!isNamed && (namesAny || !isOnly)) return []
    return {
      kind: 'payout' as const,
      transactionId: transaction.id,
      targets: [{ id, amountMinor, ofMinor: amountMinor }],
      clientId: null,
      score: 0.5 + (isNamed ? 0.4 : 0) + (isOnly ? 0.1 : 0) - days * 0.01,
      isCertain: isNamed && isOnly && !isTest,
      reason: `Same amount as the ${providerNames[provider]} payout of ${formatDate(arrivesOn)}${
        isNamed ? `, and the text names ${providerNames[provider]}` : ''
      }.`,
    }
  })
}
