// Money is always integer cents. Text is parsed digit by digit, never as a float.
export const maxCents = 99_999_999_999

export type MoneyProblem = 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-large'

export type ParsedMoney = { ok: true; cents: number } | { ok: false; reason: MoneyProblem }

const amount = /^([-\u2212]?)\s*\$?\s*([-\u2212]?)\s*(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/

export function parseMoney(text: string): ParsedMoney {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, reason: 'empty' }
  const match = amount.exec(trimmed)
  if (!match) return { ok: false, reason: 'not-a-number' }
  const [, signBefore = '', signAfter = '', grouped = '', decimals = ''] = match
  if (grouped === '' && decimals === '') return { ok: false, reason: 'not-a-number' }
  if (signBefore !== '' && signAfter !== '') return { ok: false, reason: 'not-a-number' }
  if (decimals.length > 2) return { ok: false, reason: 'too-many-decimals' }

  const whole = grouped.replaceAll(',', '').replace(/^0+/, '')
  // The length is checked first, because Number() rounds beyond 15 digits.
  if (whole.length > 12) return { ok: false, reason: 'too-large' }
  const cents = Number(whole + decimals.padEnd(2, '0'))
  if (cents > maxCents) return { ok: false, reason: 'too-large' }
  const negative = signBefore !== '' || signAfter !== ''
  return { ok: true, cents: negative && cents !== 0 ? -cents : cents }
}

/** Formats an amount without the currency sign: "1,234.50". */
export function formatAmount(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in whole cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

export function formatMoney(cents: number): string {
  const text = formatAmount(cents)
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}
