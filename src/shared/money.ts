// Money is an integer in the minor unit of its currency. Text is parsed digit by digit, never as a float.
import { type Currency, digitsOf, maxMinorOf } from './currencies.ts'
import { type SeparatorMeaning, getReaderLocale, partOf, splitDecimals } from './decimals.ts'

export interface Money {
  minor: number
  currency: Currency
}

/** How an amount is written: in which currency and, on a document, in the number format of its business. */
export interface MoneyFormat {
  currency: Currency
  locale?: string | undefined
}

interface Formats {
  withSign: Intl.NumberFormat
  plain: Intl.NumberFormat
  sign: string
  decimal: string
  /** Amounts with and without the currency sign can be grouped differently, as in Austria. */
  groups: (string | undefined)[]
  /** 12,34,567 */
  hasLakhs: boolean
}

const formats = new Map<string, Formats>()

function formatsOf({ currency, locale = getReaderLocale() }: MoneyFormat): Formats {
  const key = `${locale} ${currency}`
  let known = formats.get(key)
  if (!known) {
    const digits = digitsOf(currency)
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    // Some locales group from five digits on; a column of amounts reads better if all are grouped.
    const grouped = { ...fraction, useGrouping: 'always' as const }
    const withSign = new Intl.NumberFormat(locale, { style: 'currency', currency, ...grouped })
    const plain = new Intl.NumberFormat(locale, grouped)
    known = {
      withSign,
      plain,
      sign: narrow(partOf(withSign, 'currency') ?? currency),
      decimal: partOf(new Intl.NumberFormat(locale), 'decimal') ?? '.',
      groups: [partOf(withSign, 'group'), partOf(plain, 'group')],
      hasLakhs: plain.format(1_234_567).startsWith('12,34'),
    }
    formats.set(key, known)
  }
  return known
}

/** 123450 → "1234.50", for Intl and for programs. */
export function decimalText(minor: number, currency: Currency): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not an amount in whole minor units: ${minor}`)
  const digits = digitsOf(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${minor < 0 ? '-' : ''}${text.slice(0, text.length - digits)}${fraction}`
}

/** Japan writes ￥ and ￦ full-width, which few fonts have: "¥" is the same sign. */
function narrow(text: string): string {
  return text.replaceAll(/[￥￦]/g, (wide) => wide.normalize('NFKC'))
}

function partsOf(format: Intl.NumberFormat, value: string): Intl.NumberFormatPart[] {
  const parts = format.formatToParts(value as Intl.StringNumericLiteral)
  const [first, second] = parts
  // Switzerland writes "CHF 5.00", but "CHF-5.00".
  if (first?.type === 'currency' && second?.type === 'minusSign') {
    return [second, ...partsOf(format, value.slice(1))]
  }
  return parts.map((part) => (part.type === 'currency' ? { ...part, value: narrow(part.value) } : part))
}

/** "$1,234.50", "1.234,50 €" or "¥1,235": as the currency and the reader's number format have it. */
export function formatMoney(minor: number, format: MoneyFormat): string {
  // A text, because a float has too few digits for the largest amounts.
  const parts = partsOf(formatsOf(format).withSign, decimalText(minor, format.currency))
  return parts.map(({ value }) => value).join('')
}

/** English letters, as the rest of the page is English: "mil" would be a thousand in Portuguese only. */
const scales = [
  { size: 1e12, letter: 'T' },
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1000, letter: 'k' },
]

/** "$950", "$1.25k" or "-$3M": a few characters, for the axis of a chart. */
export function compactMoney(minor: number, format: MoneyFormat): string {
  const unit = 10 ** digitsOf(format.currency)
  if (Math.abs(minor) < 1000 * unit && minor % unit !== 0) return formatMoney(minor, format)
  const { currency, locale = getReaderLocale() } = format
  const scale = scales.find(({ size }) => Math.abs(minor) >= size * unit)
  const compact = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  const parts = partsOf(compact, String(minor / unit / (scale?.size ?? 1)))
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction')
  return parts.map(({ value }, index) => (index === last ? value + (scale?.letter ?? '') : value)).join('')
}

/** "1,234.50", without the currency sign. */
export function formatAmount(minor: number, format: MoneyFormat): string {
  return formatsOf(format).plain.format(decimalText(minor, format.currency) as Intl.StringNumericLiteral)
}

/** "$", "€" or "CHF". */
export function currencySign(format: MoneyFormat): string {
  return formatsOf(format).sign
}

/** "1.0843" or "0.00651235": an exchange rate with as many digits as a person needs. */
export function formatRate(rate: string, locale = getReaderLocale()): string {
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
  return format.format(rate as Intl.StringNumericLiteral)
}

export type MoneyProblem = 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-large' | 'ambiguous'

export type ParsedMoney = { ok: true; minor: number } | { ok: false; reason: MoneyProblem }

const refuse = (reason: MoneyProblem): ParsedMoney => ({ ok: false, reason })

/**
 * Reads an amount as people type it: 1,234.56 and 1.234,56 are the same, with or without the currency. A single separator
 * before three digits can mean either, so `1.234` is ambiguous, unless the reader's own format writes exactly that.
 */
export function parseMoney(text: string, format: MoneyFormat): ParsedMoney {
  if (text.trim() === '') return refuse('empty')
  const { negative, number } = withoutSigns(text, format)
  if (number === null) return refuse('not-a-number')
  const parts = splitDecimals(number, {
    meaningOf: (separator) => meaningOf(separator, format),
    hasLakhs: formatsOf(format).hasLakhs,
  })
  if (typeof parts === 'string') return refuse(parts)
  const digits = digitsOf(format.currency)
  if (parts.fraction.length > digits) return refuse('too-many-decimals')
  const whole = parts.whole.replace(/^0+/, '')
  // The length is checked first, because Number() rounds beyond 15 digits.
  if (whole.length > 14) return refuse('too-large')
  const minor = Number(whole + parts.fraction.padEnd(digits, '0'))
  if (minor > maxMinorOf(format.currency)) return refuse('too-large')
  return { ok: true, minor: negative && minor !== 0 ? -minor : minor }
}

/** Takes off the minus and the currency, each of which may stand before or after the number. */
function withoutSigns(text: string, format: MoneyFormat): { negative: boolean; number: string | null } {
  const { currency } = format
  const shortest = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const signs = [
    currency,
    currencySign(format),
    currencySign({ currency, locale: 'en-US' }),
    shortest.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency,
  ].toSorted((one, other) => other.length - one.length)
  // Locales may put marks for the direction of writing around a number.
  let rest = narrow(text.replace(/[\u200e\u200f\u061c]/g, '')).trim()
  let negative = false
  let hasCurrency = false
  for (;;) {
    const minus = /^[-\u2212]\s*|\s*[-\u2212]$/.exec(rest)
    const sign = signs.find((one) => {
      const upper = rest.toUpperCase()
      return upper.startsWith(one.toUpperCase()) || upper.endsWith(one.toUpperCase())
    })
    if (minus && !negative) {
      negative = true
      rest = rest.replace(minus[0], '')
    } else if (sign !== undefined && !hasCurrency) {
      hasCurrency = true
      const atStart = rest.toUpperCase().startsWith(sign.toUpperCase())
      rest = atStart ? rest.slice(sign.length) : rest.slice(0, -sign.length)
    } else break
    rest = rest.trim()
  }
  return { negative, number: /^[\d.,\s\u00a0\u202f\u2009'’]+$/.test(rest) && /\d/.test(rest) ? rest : null }
}

/** What a single separator before three digits means. */
function meaningOf(separator: string, format: MoneyFormat): SeparatorMeaning {
  const { decimal, groups } = formatsOf(format)
  switch (digitsOf(format.currency)) {
    case 0:
      return 'thousands'
    case 3:
      return separator === decimal ? 'decimals' : 'ambiguous'
    default:
      // A point is the decimal point of calculators and spreadsheets everywhere, so it is never taken for thousands.
      return separator === ',' && groups.includes(',') ? 'thousands' : 'ambiguous'
  }
}

function assertSame(one: Money, other: Money): void {
  if (one.currency !== other.currency) {
    throw new RangeError(`Amounts in ${one.currency} and ${other.currency} can't be added up`)
  }
}

/** Adds two amounts of one currency. Throws if the currencies differ. */
export function addMoney(one: Money, other: Money): Money {
  assertSame(one, other)
  return { minor: one.minor + other.minor, currency: one.currency }
}

/** Adds up amounts by currency, in the order in which the currencies first appear. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, Money>()
  for (const { minor, currency } of amounts) {
    sums.set(currency, addMoney(sums.get(currency) ?? { minor: 0, currency }, { minor, currency }))
  }
  return [...sums.values()]
}

/** The same number of units in another currency: 5.00 becomes 5 without decimals. Null if decimals would be lost. */
export function rescaleMinor(minor: number, from: Currency, to: Currency): number | null {
  const shift = digitsOf(to) - digitsOf(from)
  const scaled = shift >= 0 ? minor * 10 ** shift : minor / 10 ** -shift
  return Number.isSafeInteger(scaled) ? scaled : null
}

/** Converts an amount at a rate: `rate` units of `to` for one of its own. Half a minor unit is rounded away from zero. */
export function convertMoney({ minor, currency }: Money, rate: string, to: Currency): Money {
  const [whole = '', fraction = ''] = rate.split('.')
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction)) throw new RangeError(`Not a rate: ${rate}`)
  const shift = digitsOf(to) - digitsOf(currency) - fraction.length
  const product = BigInt(Math.abs(minor)) * BigInt(whole + fraction)
  const size =
    shift >= 0
      ? product * 10n ** BigInt(shift)
      : (product * 2n + 10n ** BigInt(-shift)) / (2n * 10n ** BigInt(-shift))
  const result = Number(size)
  if (!Number.isSafeInteger(result)) throw new RangeError('The converted amount is too large.')
  return { minor: minor < 0 && result !== 0 ? -result : result, currency: to }
}
