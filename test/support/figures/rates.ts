import type { BookRate } from './books.ts'
import { later } from './calendar.ts'

// What exchange rates make of amounts, calculated with whole numbers and without the product's code.

/** Units of a currency for one euro on a day, as the operator's source publishes them. */
export interface ReferenceRate {
  currency: string
  day: string
  rate: string
}

export interface KnownRate {
  rate: string
  ratedOn: string
  source: string
}

/** What an amount was worth in the home currency on its day. */
export interface Fixed extends KnownRate {
  homeMinor: number
}

export const sourceName = 'Bank of Test Rates'

const decimals: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, CHF: 2, GBP: 2 }

/** 1.25 → 125 hundredths */
function wholeNumber(text: string): { value: bigint; scale: number } {
  const [units = '', rest = ''] = text.split('.')
  return { value: BigInt(units + rest), scale: rest.length }
}

const digits = 15

/** Divides two rates. The published ones are chosen so that nothing has to be rounded. */
function divide(one: string, by: string): string {
  const [above, below] = [wholeNumber(one), wholeNumber(by)]
  const numerator = above.value * 10n ** BigInt(digits + below.scale)
  const denominator = below.value * 10n ** BigInt(above.scale)
  if (numerator % denominator !== 0n) throw new Error(`${one} / ${by} has more than ${digits} decimals`)
  const text = String(numerator / denominator).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}

/** Half a minor unit is rounded away from zero. */
export function convert(minor: number, currency: string, rate: string, home: string): number {
  const { value, scale } = wholeNumber(rate)
  const shift = decimals[currency]! + scale - decimals[home]!
  const product = BigInt(Math.abs(minor)) * value * 10n ** BigInt(Math.max(0, -shift))
  const unit = 10n ** BigInt(Math.max(0, shift))
  const size = Number(product / unit + ((product % unit) * 2n >= unit ? 1n : 0n))
  return size === 0 ? 0 : Math.sign(minor) * size
}

interface Rates {
  home: string
  ownRates: BookRate[]
  referenceRates: ReferenceRate[]
}

const newest = <T extends { day: string }>(list: T[]): T | undefined =>
  list.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]

/** The newest rate up to a day. One that the business entered comes before any other. */
export function rateOn(
  { home, ownRates, referenceRates }: Rates,
  currency: string,
  day: string,
): KnownRate | null {
  const own = newest(ownRates.filter((one) => one.currency === currency && one.day <= day))
  if (own) return { rate: own.rate, ratedOn: own.day, source: 'own' }
  const published = (wanted: string, on: string) =>
    wanted === 'EUR' ? '1' : referenceRates.find((one) => one.currency === wanted && one.day === on)?.rate
  const days = referenceRates.filter(
    (one) => one.day <= day && published(currency, one.day) && published(home, one.day),
  )
  const on = newest(days)?.day
  if (on === undefined) return null
  const [ofHome, ofIt] = [published(home, on)!, published(currency, on)!]
  return { rate: currency === 'EUR' ? ofHome : divide(ofHome, ofIt), ratedOn: on, source: sourceName }
}

/** The rate that something of this day keeps: a published one only if it is at most a week old. */
export function lastingRate(world: Rates, currency: string, day: string): KnownRate | null {
  if (currency === world.home) return null
  const known = rateOn(world, currency, day)
  return known && (known.source === 'own' || known.ratedOn >= later(day, -7)) ? known : null
}

export function fix(
  { currency, minor }: { currency: string; minor: number },
  known: KnownRate | null,
  home: string,
): Fixed | null {
  return known && { ...known, homeMinor: convert(minor, currency, known.rate, home) }
}
