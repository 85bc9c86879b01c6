import { toNestErrors } from '@hookform/resolvers'
import { type FieldErrors, type FieldValues, type Resolver, get } from 'react-hook-form'
import type { FieldErrors as FieldMessages } from '../../shared/errors.ts'
import { formatMoney, maxMinor } from '../../shared/money.ts'
import { type TypedAmount, isCommaAmount } from './typed-amount.ts'

/** The message for text that is not an amount. The server never receives such text. */
export function amountMessage(path: string, values: FieldValues): string | undefined {
  if (!path.endsWith('Minor')) return undefined
  const typed: TypedAmount = get(values, path)
  if (typed === 'too-large') return `The amount can be at most ${formatMoney(maxMinor)}.`
  if (typed === 'too-many-decimals') return 'Please use at most two decimals.'
  if (isCommaAmount(typed)) return `Use a decimal point for cents, such as ${typed.replace(',', '.')}.`
  return typed === 'not-a-number' ? 'Please write the amount like 1,234.50.' : undefined
}

export function resolverOf<V extends FieldValues>(check: (values: V) => FieldMessages): Resolver<V> {
  return (values, _context, options) => {
    const messages = Object.entries(check(values))
    if (messages.length === 0) return { values, errors: {} }
    const errors: FieldErrors = Object.fromEntries(
      messages.map(([path, message]) => [path, { type: 'contract', message }]),
    )
    return { values: {}, errors: toNestErrors<V>(errors, options) }
  }
}
