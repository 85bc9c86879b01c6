// Quantities and percentages are integer thousandths.
import { getReaderLocale, partOf, splitDecimals } from './decimals.ts'

interface Formats {
  grouped: Intl.NumberFormat
  plain: Intl.NumberFormat
}

const formats = new Map<string, Formats>()

function formatsOf(locale: string): Formats {
  let known = formats.get(locale)
  if (!known) {
    const digits = { maximumFractionDigits: 3 }
    known = {
      grouped: new Intl.NumberFormat(locale, { ...digits, useGrouping: 'always' }),
      plain: new Intl.NumberFormat(locale, { ...digits, useGrouping: false }),
    }
    formats.set(locale, known)
  }
  return known
}

/**
 * 1.5 or 1,5 → 1500; null if the text is not a number, is negative or has more than three decimals. A single separator
 * before three digits is ambiguous, unless it is the decimal separator of the reader or the comma of their thousands.
 */
export function parseThousandths(text: string, locale = getReaderLocale()): number | 'ambiguous' | null {
  const { grouped } = formatsOf(locale)
  const group = partOf(grouped, 'group')
  const parts = splitDecimals(text.trim(), {
    meaningOf: (separator) => {
      if (separator === partOf(grouped, 'decimal')) return 'decimals'
      return separator === ',' && group === ',' ? 'thousands' : 'ambiguous'
    },
    hasLakhs: grouped.format(1_234_567).startsWith('12,34'),
  })
  if (parts === 'ambiguous') return parts
  if (parts === 'not-a-number' || parts.fraction.length > 3) return null
  const whole = parts.whole.replace(/^0+/, '')
  // Number() rounds beyond 15 digits.
  return whole.length > 12 ? null : Number(whole + parts.fraction.padEnd(3, '0'))
}

// A text, because a float has too few digits for the largest numbers.
function literalOf(value: number): Intl.StringNumericLiteral {
  const digits = String(value).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}` as Intl.StringNumericLiteral
}

/** 1500 → 1.5, or 1,5 in a number format with a decimal comma. */
export function formatThousandths(value: number, locale = getReaderLocale()): string {
  return formatsOf(locale).grouped.format(literalOf(value))
}

/** 1250500 → 1250.5: without separators of thousands, for fields. `parseThousandths` reads it as the same number. */
export function thousandthsText(value: number, locale = getReaderLocale()): string {
  return formatsOf(locale).plain.format(literalOf(value))
}
