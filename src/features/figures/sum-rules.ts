import type { Currency } from '../../shared/currencies.ts'
import { convertMoney } from '../../shared/money.ts'
import type { OtherCurrency, Sum } from './contract.ts'
import { averagePerDay } from './rules.ts'

/** Money of one currency. */
export interface CurrencySum {
  currency: Currency
  minor: number
  count: number
}

/** What one unit of a currency is worth in the home currency. */
export interface Rate {
  currency: Currency
  rate: string
  ratedOn: string
  source: string
}

/**
 * Adds up money by currency and converts each other currency as a whole at its rate. A currency without a rate stays
 * beside the sum.
 */
export function toSum(home: Currency, sums: readonly CurrencySum[], rates: readonly Rate[]): Sum {
  const total: Sum = { minor: 0, count: 0, other: [] }
  const others = new Map<Currency, CurrencySum>()
  for (const { currency, minor, count } of sums) {
    const sum = currency === home ? total : (others.get(currency) ?? { currency, minor: 0, count: 0 })
    sum.minor += minor
    sum.count += count
    if ('currency' in sum) others.set(currency, sum)
  }
  for (const sum of others.values()) {
    if (sum.minor === 0 && sum.count === 0) continue
    const converted = convertSum(home, sum, rates)
    total.minor += converted.homeMinor ?? 0
    total.count += sum.count
    total.other.push(converted)
  }
  total.other.sort(byCode)
  return total
}

function convertSum(home: Currency, sum: CurrencySum, rates: readonly Rate[]): OtherCurrency {
  const known = rates.find(({ currency }) => currency === sum.currency)
  if (!known) return { ...sum, homeMinor: null, rate: null, ratedOn: null, source: null }
  const { rate, ratedOn, source } = known
  return { ...sum, homeMinor: convertMoney(sum, rate, home).minor, rate, ratedOn, source }
}

/** The same money with the opposite sign, to subtract it. */
export function negated(sums: readonly CurrencySum[]): CurrencySum[] {
  return sums.map(({ currency, minor, count }) => ({ currency, minor: opposite(minor), count }))
}

/** Adds up sums that are converted already, so that the result is exactly what its terms add up to. */
export function addSums(sums: readonly Sum[]): Sum {
  const total: Sum = { minor: 0, count: 0, other: [] }
  for (const { minor, count, other } of sums) {
    total.minor += minor
    total.count += count
    for (const one of other) {
      const known = total.other.find(({ currency }) => currency === one.currency)
      if (!known) total.other.push({ ...one })
      else {
        known.minor += one.minor
        known.count += one.count
        known.homeMinor = known.homeMinor === null ? null : known.homeMinor + (one.homeMinor ?? 0)
      }
    }
  }
  return { ...total, other: total.other.toSorted(byCode) }
}

/** The same sum with the opposite sign, to subtract it. */
export function minus(sum: Sum): Sum {
  return {
    ...sum,
    minor: opposite(sum.minor),
    other: sum.other.map((one) => ({
      ...one,
      minor: opposite(one.minor),
      homeMinor: one.homeMinor === null ? null : opposite(one.homeMinor),
    })),
  }
}

/** The average per day of a month's sum, each currency by itself. */
export function averageOf({ minor, count, other }: Sum): Sum {
  return {
    minor: averagePerDay(minor),
    count,
    other: other.map((one) => ({
      ...one,
      minor: averagePerDay(one.minor),
      homeMinor: one.homeMinor === null ? null : averagePerDay(one.homeMinor),
    })),
  }
}

/** What stands beside a sum, because there is no rate for it. */
export function notConvertedIn({ other }: Pick<Sum, 'other'>): OtherCurrency[] {
  return other.filter(({ homeMinor }) => homeMinor === null)
}

/** Never -0, which is not equal to 0 in tests and JSON drops. */
const opposite = (minor: number) => (minor === 0 ? 0 : -minor)
const byCode = (one: OtherCurrency, next: OtherCurrency) => (one.currency < next.currency ? -1 : 1)
