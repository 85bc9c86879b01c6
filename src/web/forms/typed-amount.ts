import { type MoneyProblem, parseMoney } from '../../shared/money.ts'

type CommaAmount = `${number},${number}`

/** Minor units, null if the field is empty, the text if it has a decimal comma, or why it is no amount. */
export type TypedAmount = number | Exclude<MoneyProblem, 'empty'> | CommaAmount | null

export function readTypedAmount(text: string): TypedAmount {
  const parsed = parseMoney(text)
  if (parsed.ok) return parsed.minor
  if (parsed.reason === 'empty') return null
  const plain = text.trim().replace(/^\$\s*/, '')
  return isCommaAmount(plain) ? plain : parsed.reason
}

export function isCommaAmount(typed: unknown): typed is CommaAmount {
  return typeof typed === 'string' && /^\d+,\d\d$/.test(typed)
}
