// Quantities and percentages are integer thousandths; other numbers are integers with another number of decimals.
import { getReaderLocale, partOf, splitDecimals } from './decimals.ts'

interface Formats {
  grouped: Intl.NumberFormat
  plain: Intl.NumberFormat
}

/** Of a rate in thousandths of a minor unit, in a currency with three decimals. */
const maxDecimals = 6
const formats = new Map<string, Formats>()

function formatsOf(locale: string): Formats {
  let known = formats.get(locale)
  if (!known) {
    const digits = { maximumFractionDigits: maxDecimals }
    known = {
      grouped: new Intl.NumberFormat(locale, { ...digits, useGrouping: 'always' }),
      plain: new Intl.NumberFormat(locale, { ...digits, useGrouping: false }),
    }
    formats.set(locale, known)
  }
  return known
}

/** 1.5 or 1,5 → 1500, as `parseDecimals` reads it. */
export function parseThousandths(text: string, locale = getReaderLocale()): number | 'ambiguous' | null {
  return parseDecimals(text, 3, locale)
}

/**
 * 1.5 or 1,5 → 15000 with four decimals; null if the text is not a number, is negative or has more decimals. A single
 * separator before three digits is ambiguous, unless it is the decimal separator of the reader or the comma of their
 * thousands.
 */
export function parseDecimals(
  text: string,
  decimals: number,
  locale = getReaderLocale(),
): number | 'ambiguous' | null {
  const parts = splitNumber(text, locale)
  if (parts === 'ambiguous') return parts
  if (parts === 'not-a-number' || parts.fraction.length > decimals) return null
  const whole = parts.whole.replace(/^0+/, '')
  // Number() rounds beyond 15 digits.
  return whole.length > 15 - decimals ? null : Number(whole + parts.fraction.padEnd(decimals, '0'))
}

function splitNumber(text: string, locale: string) {
  const { grouped } = formatsOf(locale)
  const group = partOf(grouped, 'group')
  return splitDecimals(text.trim(), {
    meaningOf: (separator) => {
      if (separator === partOf(grouped, 'decimal')) return 'decimals'
      return separator === ',' && group === ',' ? 'thousands' : 'ambiguous'
    },
    hasLakhs: grouped.format(1_234_567).startsWith('12,34'),
  })
}

/** -1,234.5 or -1.234,5 → -1234.5; the text itself if it is not a number or can be read in two ways. */
export function plainDecimal(text: string, locale = getReaderLocale()): string {
  const [, sign = '', digits = ''] = /^\s*([-\u2212]?)(.*)$/su.exec(text) ?? []
  const parts = splitNumber(digits, locale)
  if (typeof parts === 'string') return text
  return `${sign && '-'}${parts.whole || '0'}${parts.fraction && `.${parts.fraction}`}`
}

/** 1234.5 → 1,234.5, or 1.234,5 in a number format with a decimal comma. */
export function formatDecimalText(text: string, locale = getReaderLocale()): string {
  return formatsOf(locale).grouped.format(text as Intl.StringNumericLiteral)
}

/** 1234.5 → 1234.5 or 1234,5: without separators of thousands, for fields. */
export function decimalFieldText(text: string, locale = getReaderLocale()): string {
  return formatsOf(locale).plain.format(text as Intl.StringNumericLiteral)
}

// A text, because a float has too few digits for the largest numbers.
function literalOf(value: number, decimals: number): Intl.StringNumericLiteral {
  const digits = String(value).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as Intl.StringNumericLiteral
}

/** 1500 → 1.5, or 1,5 in a number format with a decimal comma. */
export function formatThousandths(value: number, locale = getReaderLocale()): string {
  return formatsOf(locale).grouped.format(literalOf(value, 3))
}

/** 1250500 → 1250.5: without separators of thousands, for fields. `parseThousandths` reads it as the same number. */
export function thousandthsText(value: number, locale = getReaderLocale()): string {
  return decimalsText(value, 3, locale)
}

/** 12505 with four decimals → 1.2505: as `parseDecimals` reads it. */
export function decimalsText(value: number, decimals: number, locale = getReaderLocale()): string {
  return formatsOf(locale).plain.format(literalOf(value, decimals))
}
