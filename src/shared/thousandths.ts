// Quantities and percentages are integer thousandths. Text is parsed digit by digit, never as a float.
const decimal = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{0,3}))?$/

/** 1.5 → 1500; null if the text is not a number, is negative or has more than three decimals. */
export function parseThousandths(text: string): number | null {
  const match = decimal.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  if (whole === '' && decimals === '') return null
  const digits = whole.replaceAll(',', '').replace(/^0+/, '')
  // Number() rounds beyond 15 digits.
  return digits.length > 12 ? null : Number(digits + decimals.padEnd(3, '0'))
}

const formats = new Map<string, Intl.NumberFormat>()

/** 1500 → 1.5, or 1,5 on a document whose number format has a decimal comma. */
export function formatThousandths(value: number, locale = 'en-US'): string {
  const digits = String(value).padStart(4, '0')
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: 'always' })
  formats.set(locale, format)
  // A text, because a float has too few digits for the largest numbers.
  return format.format(`${digits.slice(0, -3)}.${digits.slice(-3)}` as Intl.StringNumericLiteral)
}
