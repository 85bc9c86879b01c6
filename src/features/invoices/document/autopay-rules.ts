import { formatDate } from '../../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../../shared/money.ts'

/** What a saved card will pay, and when. */
export interface Autopay {
  card: string
  on: string
  amountMinor: number
}

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** For example: Visa ending in 4242. */
export function cardLabel({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brands[brand] ?? 'Card'} ending in ${last4}`
}

/** For the client: “Your Visa ending in 4242 will be charged $120.00 on Dec 1, 2026.” */
export function autopaySentence({ card, on, amountMinor }: Autopay, format: MoneyFormat): string {
  return `Your ${card} will be charged ${formatMoney(amountMinor, format)} on ${formatDate(on)}.`
}
