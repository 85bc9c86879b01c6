// The currencies of ISO 4217 that are money, and how many decimals each has. Intl is not asked for the decimals: its
// tables leave out those that are rarely used in practice, and an amount stored with them would be read wrongly.

const withNoDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withTwoDecimals =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP ' +
  'CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS ' +
  'KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD ' +
  'PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP ' +
  'TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'

const digits = new Map<string, Digits>([
  ...withNoDecimals.split(' ').map((code) => [code, 0] as const),
  ...withTwoDecimals.split(' ').map((code) => [code, 2] as const),
  ...withThreeDecimals.split(' ').map((code) => [code, 3] as const),
])

/** An ISO 4217 code in upper case. */
export type Currency = string
type Digits = 0 | 2 | 3

export const defaultCurrency: Currency = 'USD'
export const currencies: readonly Currency[] = [...digits.keys()].toSorted()

export function isCurrency(code: string): code is Currency {
  return digits.has(code)
}

/** The decimals of a currency: an amount of 12345 is 123.45 where there are two. `platform.minor_digits()` is the same in SQL. */
export function digitsOf(currency: Currency): Digits {
  const known = digits.get(currency)
  if (known === undefined) throw new RangeError(`Not a currency: ${currency}`)
  return known
}

/** Currencies whose unit is worth less than a tenth of a US cent or so. */
const smallUnits = new Set(
  'BIF COP GNF IDR IQD IRR KHR KRW LAK LBP MGA MMK MNT MWK NGN PYG RWF SYP TZS UGX UZS VND YER'.split(' '),
)

/** The largest amount in any currency. */
export const maxMinor = 9_999_999_999_999

/** The largest amount in a currency: 999,999,999.99, and a hundred times that where the unit is worth little. */
export function maxMinorOf(currency: Currency): number {
  return smallUnits.has(currency) ? maxMinor : 99_999_999_999
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** Currencies that older browsers know no name for. */
const newNames: Record<Currency, string> = {
  SLE: 'Sierra Leonean Leone',
  XCG: 'Caribbean Guilder',
  ZWG: 'Zimbabwean Gold',
}

/** "Japanese Yen" */
export function currencyName(currency: Currency): string {
  const name = names.of(currency)
  return name === undefined || name === currency ? (newNames[currency] ?? currency) : name
}
