import { get } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldErrors as FieldMessages } from '../../../../shared/errors.ts'
import { amountMessage } from '../../../../web/forms/form-resolver.ts'
import { amountMissing } from '../../document/charge-rules.ts'
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
    const isMissing = path.endsWith('Minor') && get(values, path) === null
    messages[path] ??=
      amountMessage(path, values, { currency }) ?? (isMissing ? amountMissing({ currency }) : issue.message)
  }
  if (!parsed.success) return messages
  const totals = calculateTotals(readCharge(values.charge), currency)
  if (totals.ok) return messages
  const { field, message } = totalsProblem(totals.reason, { currency })
  return { [pathOf(field, values)]: message }
}
