import type { z } from 'zod'
import type { FieldErrors as FieldMessages } from '../../../../shared/errors.ts'
import { amountMessage } from '../../../../web/forms/form-resolver.ts'
import { calculateTotals, totalsProblems } from '../../document/totals-rules.ts'
import { readCharge } from '../charge/charge-values.ts'
import type { ContentValues } from './content-values.ts'

/** Returns the errors of the schema by form field. For valid input, returns the error of the totals. */
export function checkContentForm<V extends ContentValues>(
  values: V,
  parsed: z.ZodSafeParseResult<unknown>,
  pathOf: (inputPath: string, values: V) => string,
): FieldMessages {
  const messages: FieldMessages = {}
  for (const issue of parsed.error?.issues ?? []) {
    const path = pathOf(issue.path.join('.'), values)
    messages[path] ??= amountMessage(path, values) ?? issue.message
  }
  if (!parsed.success) return messages
  const totals = calculateTotals(readCharge(values.charge))
  if (totals.ok) return messages
  const { field, message } = totalsProblems[totals.reason]
  return { [pathOf(field, values)]: message }
}
