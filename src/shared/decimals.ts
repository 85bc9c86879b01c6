// How numbers are written and read, be it an amount, a quantity or a percentage. Text is read digit by digit, never as a float.

let readerLocale = 'en-US'

/** Sets the number format of the signed-in owner. Only a browser has one reader; the server names the locale each time. */
export function setReaderLocale(locale: string): void {
  readerLocale = locale
}

export function getReaderLocale(): string {
  return readerLocale
}

export function partOf(format: Intl.NumberFormat, type: string): string | undefined {
  return format.formatToParts(1234567.5).find((part) => part.type === type)?.value
}

export type SeparatorMeaning = 'thousands' | 'decimals' | 'ambiguous'

interface NumberReading {
  /** What a single separator before three digits means. */
  meaningOf: (separator: string) => SeparatorMeaning
  /** 12,34,567 */
  hasLakhs: boolean
}

type Decimals = { whole: string; fraction: string } | 'not-a-number' | 'ambiguous'

/**
 * Reads a number as people type it: 1,234.56 and 1.234,56 are the same. A single separator before three digits can mean
 * either, so `1.234` may be ambiguous.
 */
export function splitDecimals(number: string, reading: NumberReading): Decimals {
  const separators = [...number.matchAll(/[.,]/g)].map(([separator]) => separator)
  const last = separators.at(-1)
  if (last === undefined) return wholeOf(number, reading)
  const position = number.lastIndexOf(last)
  const [before, after] = [number.slice(0, position), number.slice(position + 1)]
  if (!/^\d*$/.test(after)) return 'not-a-number'
  const isOnly = separators.length === 1
  if (!isOnly && separators.filter((one) => one === last).length > 1) {
    // 1,234,567: the separator of thousands, all of it.
    return new Set(separators).size === 1 ? wholeOf(number, reading) : 'not-a-number'
  }
  if (isOnly && isThousandsOrDecimals(before, after)) {
    const meaning = reading.meaningOf(last)
    if (meaning === 'ambiguous') return meaning
    if (meaning === 'thousands') return wholeOf(number, reading)
  }
  if (before === '' && after === '') return 'not-a-number'
  const whole = before === '' ? { whole: '', fraction: '' } : wholeOf(before, reading)
  return typeof whole === 'string' ? whole : { whole: whole.whole, fraction: after }
}

const isThousandsOrDecimals = (before: string, after: string) =>
  after.length === 3 && /^[1-9]\d{0,2}$/.test(before)

/** Reads a number without decimals, with or without separators of thousands. */
function wholeOf(number: string, { hasLakhs }: NumberReading): Decimals {
  if (/^\d+$/.test(number)) return { whole: number, fraction: '' }
  const groups = number.trim().split(/[.,\s\u00a0\u202f\u2009'’]/)
  const separators = new Set(number.trim().match(/[.,\s\u00a0\u202f\u2009'’]/g))
  if (separators.size > 1) return 'not-a-number'
  const [first = '', ...others] = groups
  if (!groups.every((group) => /^\d+$/.test(group))) return 'not-a-number'
  const isByThousands = first.length <= 3 && others.every((group) => group.length === 3)
  const isByLakhs =
    hasLakhs &&
    first.length <= 2 &&
    others.at(-1)?.length === 3 &&
    others.slice(0, -1).every((group) => group.length === 2)
  return isByThousands || isByLakhs ? { whole: groups.join(''), fraction: '' } : 'not-a-number'
}
