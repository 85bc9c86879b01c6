// Money is an integer in the minor unit of its currency. Text is parsed digit by digit, never as a float.
export const maxMinor = 99_999_999_999

export type MoneyProblem = 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-large'

export type ParsedMoney = { ok: true; minor: number } | { ok: false; reason: MoneyProblem }

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
  const minor = Number(whole + decimals.padEnd(2, '0'))
  if (minor > maxMinor) return { ok: false, reason: 'too-large' }
  const negative = signBefore !== '' || signAfter !== ''
  return { ok: true, minor: negative && minor !== 0 ? -minor : minor }
}

/** Formats an amount without the currency sign: "1,234.50". */
export function formatAmount(minor: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not an amount in whole cents: ${minor}`)
  const digits = String(Math.abs(minor)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minor < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

export function formatMoney(minor: number): string {
  const text = formatAmount(minor)
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}
