import { formatDate } from '../../../shared/dates.ts'
import { formatMoney, formatRate } from '../../../shared/money.ts'
import type { OtherCurrency } from '../contract.ts'

interface Rated {
  rate: string
  ratedOn: string
  source: string
}

/** Whether there was a rate to convert with. */
export function isRated<T extends { [Key in keyof Rated]: string | null }>(one: T): one is T & Rated {
  return one.rate !== null && one.ratedOn !== null && one.source !== null
}

/** For example "at 1.0843, Nov 17, 2026, European Central Bank". */
export function rateText({ rate, ratedOn, source }: Rated): string {
  return `at ${formatRate(rate)}, ${formatDate(ratedOn)}, ${source === 'own' ? 'your rate' : source}`
}

/** Amounts of 0 say nothing. */
const withMoney = (other: readonly OtherCurrency[]) => other.filter(({ minor }) => minor !== 0)

/** The amounts that are not in a sum, because there is no rate for them. */
export function notConverted(other: readonly OtherCurrency[]): string[] {
  return withMoney(other)
    .filter((one) => !isRated(one))
    .map((one) => formatMoney(one.minor, one))
}

/** One line for each other currency in a sum: what was converted and how, and what is not in the sum. */
export function otherCurrencyLines(other: readonly OtherCurrency[]): string[] {
  return withMoney(other).map((one) => {
    const amount = formatMoney(one.minor, one)
    return isRated(one)
      ? `Includes ${amount} (${rateText(one)})`
      : `plus ${amount}, not converted: no exchange rate`
  })
}

/** The same in a few words, for a card: "Includes €1,200.00 at 1.0843", "plus ¥50,000, not converted". */
export function otherCurrencyNotes(other: readonly OtherCurrency[]): string[] {
  const converted = withMoney(other).filter(isRated)
  const beside = notConverted(other)
  const [first] = converted
  const codes = converted.map(({ currency }) => currency)
  return [
    ...(first && converted.length === 1
      ? [`Includes ${formatMoney(first.minor, first)} at ${formatRate(first.rate)}`]
      : []),
    ...(converted.length > 1 ? [`Includes ${listed(codes)} at the latest rates`] : []),
    ...(beside.length > 0 ? [`plus ${listed(beside)}, not converted`] : []),
  ]
}

const lists = new Intl.ListFormat('en-US')

/** "€5.00, ¥500, and CHF 3.00" */
export function listed(texts: readonly string[]): string {
  return lists.format(texts)
}
