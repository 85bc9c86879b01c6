import { toNestErrors } from '@hookform/resolvers'
import { type FieldErrors, type FieldValues, type Resolver, get } from 'react-hook-form'
import type { FieldErrors as FieldMessages } from '../../shared/errors.ts'
import type { MoneyFormat } from '../../shared/money.ts'
import { typedAmountMessage } from './typed-amount.ts'

/** The message for text that is not an amount. The server never receives such text. */
export function amountMessage(path: string, values: FieldValues, format: MoneyFormat): string | undefined {
  return path.endsWith('Minor') ? typedAmountMessage(get(values, path), format) : undefined
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
