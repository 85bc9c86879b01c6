import { formatDate } from '../../../shared/dates.ts'
import { formatRate } from '../../../shared/money.ts'
import type { CurrentRate, OwnRate } from '../contract.ts'

/** 1 EUR = 1.0843 USD */
export function worthText(currency: string, rate: string, home: string): string {
  return `1 ${currency} = ${formatRate(rate)} ${home}`
}

/** The same with all digits, for a rate that the owner entered. */
export function exactWorthText(
  { currency, rate }: Pick<OwnRate, 'currency' | 'rate'>,
  home: { currency: string; locale: string },
): string {
  const format = new Intl.NumberFormat(home.locale, { maximumFractionDigits: 12 })
  return `1 ${currency} = ${format.format(rate as Intl.StringNumericLiteral)} ${home.currency}`
}

/** Where a rate comes from, and of which day it is. */
export function originText({ rate, ratedOn, source }: CurrentRate): string {
  if (rate === null || ratedOn === null || source === null) return 'Sums leave it out until there is a rate.'
  return source === 'own' ? `Your rate since ${formatDate(ratedOn)}` : `${source}, ${formatDate(ratedOn)}`
}
