import { type MoneyProblem, parseMoney } from '../../shared/money.ts'

type CommaAmount = `${number},${number}`

/**
 * What a user typed into an amount field: cents, null if it is empty, the text itself if it has a decimal
 * comma, or otherwise the reason why it is not an amount.
 */
export type TypedAmount = number | Exclude<MoneyProblem, 'empty'> | CommaAmount | null

export function readTypedAmount(text: string): TypedAmount {
  const parsed = parseMoney(text)
  if (parsed.ok) return parsed.cents
  if (parsed.reason === 'empty') return null
  const plain = text.trim().replace(/^\$\s*/, '')
  return isCommaAmount(plain) ? plain : parsed.reason
}

/** Whether the text has a decimal comma, such as "12,50". */
export function isCommaAmount(typed: unknown): typed is CommaAmount {
  return typeof typed === 'string' && /^\d+,\d\d$/.test(typed)
}
