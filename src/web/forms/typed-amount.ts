import { type MoneyProblem, parseMoney } from '../../shared/money.ts'

type CommaAmount = `${number},${number}`

/** Cents; null while nothing is typed, and why it is no amount where something else is: as it is typed, where a comma is. */
export type TypedAmount = number | Exclude<MoneyProblem, 'empty'> | CommaAmount | null

export function readTypedAmount(text: string): TypedAmount {
  const parsed = parseMoney(text)
  if (parsed.ok) return parsed.cents
  if (parsed.reason === 'empty') return null
  const plain = text.trim().replace(/^\$\s*/, '')
  return isCommaAmount(plain) ? plain : parsed.reason
}

/** 12,50, as cents are written elsewhere. */
export function isCommaAmount(typed: unknown): typed is CommaAmount {
  return typeof typed === 'string' && /^\d+,\d\d$/.test(typed)
}
