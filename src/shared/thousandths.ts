// Quantities and percentages are whole thousandths: text becomes a number digit by digit, never by way of a float.
const decimal = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{0,3}))?$/

/** 1.5 → 1500; null when the text is no number, is negative or has more than three decimals. */
export function parseThousandths(text: string): number | null {
  const match = decimal.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  if (whole === '' && decimals === '') return null
  const digits = whole.replaceAll(',', '').replace(/^0+/, '')
  // Beyond 15 digits Number() would already have rounded.
  return digits.length > 12 ? null : Number(digits + decimals.padEnd(3, '0'))
}

/** 1500 → 1.5 */
export function formatThousandths(value: number): string {
  const digits = String(value).padStart(4, '0')
  const whole = digits.slice(0, -3).replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = digits.slice(-3).replace(/0+$/, '')
  return decimals === '' ? whole : `${whole}.${decimals}`
}
