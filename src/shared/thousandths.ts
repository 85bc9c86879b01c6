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

/** 1500 → 1.5 */
export function formatThousandths(value: number): string {
  const digits = String(value).padStart(4, '0')
  const whole = digits.slice(0, -3).replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = digits.slice(-3).replace(/0+$/, '')
  return decimals === '' ? whole : `${whole}.${decimals}`
}
