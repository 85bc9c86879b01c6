import { toNestErrors } from '@hookform/resolvers'
import { type FieldErrors, type Resolver, get } from 'react-hook-form'

import type { FieldErrors as FieldMessages } from '../../../shared/errors.ts'
import { formatMoney, maxCents } from '../../../shared/money.ts'
import { invoiceInputSchema } from '../contract.ts'
import { calculateTotals, totalsProblems } from '../totals-rules.ts'
import { type InvoiceFormValues, type TypedAmount, formPath, toInvoiceInput } from './invoice-form-values.ts'

/** What is wrong with the form: one message for each of its fields, as the server would say it. */
export function checkInvoiceForm(values: InvoiceFormValues): FieldMessages {
  const parsed = invoiceInputSchema.safeParse(toInvoiceInput(values))
  const messages: FieldMessages = {}
  for (const issue of parsed.error?.issues ?? []) {
    const path = formPath(issue.path.join('.'), values)
    messages[path] ??= amountMessage(path, values) ?? issue.message
  }
  if (!parsed.success) return messages
  const totals = calculateTotals(parsed.data.charge)
  if (totals.ok) return messages
  const { field, message } = totalsProblems[totals.reason]
  return { [formPath(field, values)]: message }
}

/** The server never sees these two: what was typed did not even become an amount. */
function amountMessage(path: string, values: InvoiceFormValues): string | undefined {
  if (!path.endsWith('Cents')) return undefined
  const typed: TypedAmount = get(values, path)
  if (typed === 'too-large') return `The amount can be at most ${formatMoney(maxCents)}.`
  return typed === 'too-many-decimals' ? 'Please use at most two decimals.' : undefined
}

export const invoiceFormResolver: Resolver<InvoiceFormValues> = (values, _context, options) => {
  const messages = Object.entries(checkInvoiceForm(values))
  if (messages.length === 0) return { values, errors: {} }
  const errors: FieldErrors = Object.fromEntries(
    messages.map(([path, message]) => [path, { type: 'contract', message }]),
  )
  return { values: {}, errors: toNestErrors(errors, options) }
}
