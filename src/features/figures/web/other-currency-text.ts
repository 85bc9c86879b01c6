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

const withoutRate = (other: readonly OtherCurrency[]) => withMoney(other).filter((one) => !isRated(one))

/** The amounts that are not in a sum, because there is no rate for them. */
export function notConverted(other: readonly OtherCurrency[]): string[] {
  return withoutRate(other).map((one) => formatMoney(one.minor, one))
}

/** One line for each currency that was converted into a sum, with its rate. */
export function includedLines(other: readonly OtherCurrency[]): string[] {
  return withMoney(other)
    .filter(isRated)
    .map((one) => `Includes ${formatMoney(one.minor, one)} (${rateText(one)})`)
}

/** One line for each currency that is not in a sum: "plus ¥50,000, not converted: no exchange rate". */
export function besideLines(other: readonly OtherCurrency[]): string[] {
  return withoutRate(other).flatMap((one) =>
    signedTexts([one]).map((text) => `${text}, not converted: no exchange rate`),
  )
}

/** "plus €5.00 and ¥500", "minus CHF 3.00" */
function signedTexts(other: readonly OtherCurrency[]): string[] {
  const [more, less] = [other.filter(({ minor }) => minor > 0), other.filter(({ minor }) => minor < 0)]
  return [
    ...(more.length > 0 ? [`plus ${amounts(more)}`] : []),
    ...(less.length > 0 ? [`minus ${amounts(less)}`] : []),
  ]
}

const amounts = (other: readonly OtherCurrency[]) =>
  listed(other.map((one) => formatMoney(Math.abs(one.minor), one)))

/** Both in a few words, for a card: "Includes €1,200.00 at 1.0843", "plus ¥50,000, not converted". */
export function otherCurrencyNotes(other: readonly OtherCurrency[]): string[] {
  const converted = withMoney(other).filter(isRated)
  const beside = signedTexts(withoutRate(other))
  const [first] = converted
  const codes = converted.map(({ currency }) => currency)
  return [
    ...(first && converted.length === 1
      ? [`Includes ${formatMoney(first.minor, first)} at ${formatRate(first.rate)}`]
      : []),
    ...(converted.length > 1 ? [`Includes ${listed(codes)} at the latest rates`] : []),
    ...(beside.length > 0 ? [`${beside.join(', ')}, not converted`] : []),
  ]
}

const lists = new Intl.ListFormat('en-US')

/** "€5.00, ¥500, and CHF 3.00" */
export function listed(texts: readonly string[]): string {
  return lists.format(texts)
}
