import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, Resolver } from 'react-hook-form'

import type { FieldErrors as FieldMessages } from '../../../shared/errors.ts'
import { invoiceInputSchema } from '../contract.ts'
import { calculateTotals, totalsProblems } from '../totals-rules.ts'
import { type InvoiceFormValues, formPath, toInvoiceInput } from './invoice-form-values.ts'

/** What is wrong with the form: one message for each of its fields, as the server would say it. */
export function checkInvoiceForm(values: InvoiceFormValues): FieldMessages {
  const parsed = invoiceInputSchema.safeParse(toInvoiceInput(values))
  const messages: FieldMessages = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    messages[formPath(path.join('.'), values)] ??= message
  }
  if (!parsed.success) return messages
  const totals = calculateTotals(parsed.data.charge)
  if (totals.ok) return messages
  const { field, message } = totalsProblems[totals.reason]
  return { [formPath(field, values)]: message }
}

export const invoiceFormResolver: Resolver<InvoiceFormValues> = (values, _context, options) => {
  const messages = Object.entries(checkInvoiceForm(values))
  if (messages.length === 0) return { values, errors: {} }
  const errors: FieldErrors = Object.fromEntries(
    messages.map(([path, message]) => [path, { type: 'contract', message }]),
  )
  return { values: {}, errors: toNestErrors(errors, options) }
}
