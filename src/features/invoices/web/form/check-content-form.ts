import { get } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldErrors as FieldMessages } from '../../../../shared/errors.ts'
import { amountMessage } from '../../../../web/forms/form-resolver.ts'
import { typedNumberMessage } from '../../../../web/forms/typed-amount.ts'
import { amountMissing, quantityMissing } from '../../document/charge-rules.ts'
import { calculateTotals, totalsProblem } from '../../document/totals-rules.ts'
import { readCharge } from '../charge/charge-values.ts'
import type { ContentValues } from './content-values.ts'

/** Returns the errors of the schema by form field. For valid input, returns the error of the totals. */
export function checkContentForm<V extends ContentValues>(
  values: V,
  parsed: z.ZodSafeParseResult<unknown>,
  pathOf: (inputPath: string, values: V) => string,
): FieldMessages {
  const { currency } = values
  const messages: FieldMessages = {}
  for (const issue of parsed.error?.issues ?? []) {
    const path = pathOf(issue.path.join('.'), values)
    messages[path] ??= typedMessage(path, values) ?? issue.message
  }
  if (!parsed.success) return messages
  const totals = calculateTotals(readCharge(values.charge), currency)
  if (totals.ok) return messages
  const { field, message } = totalsProblem(totals.reason, { currency })
  return { [pathOf(field, values)]: message }
}

/** What is wrong with a typed number, in the number format of the reader; undefined for other fields. */
function typedMessage(path: string, values: ContentValues): string | undefined {
  const { currency } = values
  const typed: unknown = get(values, path)
  if (path.endsWith('Minor')) {
    return (
      amountMessage(path, values, { currency }) ?? (typed === null ? amountMissing({ currency }) : undefined)
    )
  }
  const isQuantity = path.endsWith('.quantity')
  if (typeof typed !== 'string' || !(isQuantity || path.endsWith('.percentage'))) return undefined
  return typedNumberMessage(typed) ?? (isQuantity ? quantityMissing() : undefined)
}
