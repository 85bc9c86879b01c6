// Stripe's rules for amounts, from https://docs.stripe.com/currencies. They differ from ISO 4217 in a few currencies.
import type { ChargeProblem } from '../../shared/charge-problems.ts'
import { type Currency, digitsOf, isCurrency } from '../../shared/currencies.ts'
import type { Money } from '../../shared/money.ts'

export const stripeCurrencies: ReadonlySet<Currency> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC ' +
    'CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY ' +
    'KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND ' +
    'TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'
  ).split(' '),
)
const withNoDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Stripe counts ISK and UGX, which have no decimals any longer, in hundredths that are always 00. */
function stripeDigits(currency: Currency): number {
  if (withNoDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}

/** The smallest difference between two amounts, in minor units. Card networks need a 0 as the third decimal. */
export function stripeStep(currency: Currency): number {
  if (withThreeDecimals.has(currency)) return 10
  return Math.max(1, 10 ** (digitsOf(currency) - stripeDigits(currency)))
}

/** The smallest charge in minor units. Where Stripe names none, it depends on the currency of the account. */
const minimums: Partial<Record<Currency, number>> = {
  AED: 200,
  ARS: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  KRW: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PHP: 50,
  PLN: 200,
  RON: 200,
  RUB: 50,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
  ZAR: 50,
}

const eightDigits = 99_999_999
/** Larger charges than eight digits, in minor units. */
const maximums: Partial<Record<Currency, number>> = {
  COP: 9_999_999_999,
  HUF: 999_999_999_999,
  IDR: 999_999_999_999,
  INR: 999_999_999,
  JPY: 9_999_999_999,
  LBP: 999_999_999_999,
}

/** The smallest and the largest charge, in minor units. */
export function stripeLimits(currency: Currency): { minMinor: number; maxMinor: number } {
  const byDigits = Math.max(eightDigits, eightDigits * 10 ** (digitsOf(currency) - stripeDigits(currency)))
  return { minMinor: minimums[currency] ?? 1, maxMinor: maximums[currency] ?? byDigits }
}

export function stripeChargeProblem({ minor, currency }: Money): ChargeProblem | null {
  if (!stripeCurrencies.has(currency)) return 'currency'
  const { minMinor, maxMinor } = stripeLimits(currency)
  if (minor < minMinor) return 'too-small'
  if (minor > maxMinor) return 'too-large'
  return minor % stripeStep(currency) === 0 ? null : 'decimals'
}

/** Our minor units as Stripe counts them: ISK 5 is 500. Throws if Stripe can't take the amount or the currency. */
export function toStripeAmount(minor: number, currency: Currency): number {
  if (!stripeCurrencies.has(currency)) throw new RangeError(`Stripe takes no ${currency}`)
  if (!Number.isSafeInteger(minor) || minor % stripeStep(currency) !== 0) {
    throw new RangeError(`Stripe takes no ${minor} minor units of ${currency}`)
  }
  return shifted(minor, stripeDigits(currency) - digitsOf(currency))
}

/** Stripe's amount in our minor units; null if it is no whole number of them, or the currency is unknown. */
export function fromStripeAmount(amount: number, currency: Currency): number | null {
  if (!isCurrency(currency)) return null
  const minor = shifted(amount, digitsOf(currency) - stripeDigits(currency))
  return Number.isSafeInteger(minor) ? minor : null
}

function shifted(amount: number, digits: number): number {
  return digits >= 0 ? amount * 10 ** digits : amount / 10 ** -digits
}
