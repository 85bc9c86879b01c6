import type { Currency } from '../../../shared/currencies.ts'
import { formatMoney, formatRate, sumByCurrency } from '../../../shared/money.ts'
import type { Sum } from '../../figures/contract.ts'
import { notConvertedIn } from '../../figures/sum-rules.ts'
import { notComparedText } from '../../figures/web/figure-text.ts'
import type { Expense } from '../contract.ts'

/** "€12.00 + $5.00": amounts in different currencies are not added up. */
export function sumText(expenses: readonly Pick<Expense, 'amountMinor' | 'currency'>[]): string {
  const amounts = expenses.map(({ amountMinor, currency }) => ({ minor: amountMinor, currency }))
  return sumByCurrency(amounts)
    .map((sum) => formatMoney(sum.minor, sum))
    .join(' + ')
}

/** "$54.20 at 1.084": the value in the home currency on the expense's date. Null for an expense in the home currency. */
export function homeValueText(
  { currency, homeMinor, rate }: Pick<Expense, 'currency' | 'homeMinor' | 'rate'>,
  home: Currency,
): string | null {
  if (homeMinor !== null && rate !== null) {
    return `${formatMoney(homeMinor, { currency: home })} at ${formatRate(rate)}`
  }
  return currency === home ? null : 'Not converted yet'
}

/** What the largest expense of these was not compared with. Null if it was compared with all of them. */
export function notComparedNote(total: Sum): string | null {
  const without = notConvertedIn(total)
  const isOnlyOne = without.length === 1 && without[0]!.count === total.count
  return without.length === 0 || isOnlyOne ? null : notComparedText(without)
}
