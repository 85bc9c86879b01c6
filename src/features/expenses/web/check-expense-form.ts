import type { Resolver } from 'react-hook-form'
import { addDays, isIsoDate } from '../../../shared/dates.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { amountMessage, resolverOf } from '../../../web/forms/form-resolver.ts'
import { planProblems } from '../../schedules/rules.ts'
import { createExpense } from '../contract.ts'
import { maxDaysBack } from '../rules.ts'
import {
  type ExpenseFormValues,
  expensePath,
  planOf,
  toExpenseInput,
  toRepeat,
} from './expense-form-values.ts'

// The schema requires an id; each save sends its own.
const requestId = '00000000-0000-4000-8000-000000000000'

/**
 * Validates the form and returns one message for each invalid field, worded like the server's. `today` is the
 * date in the business's time zone; null when the start date cannot change any more.
 */
export function checkExpenseForm(values: ExpenseFormValues, today: string | null): FieldErrors {
  const messages: FieldErrors = {}
  const input = { ...toExpenseInput(values), repeat: toRepeat(values), requestId }
  for (const issue of createExpense.body.safeParse(input).error?.issues ?? []) {
    const path = expensePath(issue.path.join('.'))
    messages[path] ??= amountMessage(path, values) ?? dateMessage(path, values) ?? issue.message
  }
  const plan = planOf(values)
  if (plan === null) return messages
  for (const [path, message] of Object.entries(planProblems(plan, null))) {
    messages[expensePath(path)] ??= message
  }
  if (today !== null && plan.startDate < addDays(today, -maxDaysBack)) {
    messages['date'] ??= 'A recurring expense can begin at most a year back.'
  }
  return messages
}

/** The message for a date that was typed but cannot be read. An empty date keeps the schema's message. */
function dateMessage(path: string, values: ExpenseFormValues): string | undefined {
  if (path !== 'date' && path !== 'endDate') return undefined
  const typed = values[path]
  const isUnreadable = typed !== null && typed !== '' && !isIsoDate(typed)
  return isUnreadable ? 'Please write the date like Dec 25, 2026, or pick it.' : undefined
}

const yearsAhead = 10

/** A hint for a date far in the future. Such a date is allowed, but probably a mistake. */
export function dateNote(date: string | null, today: string): string | null {
  if (date === null || !isIsoDate(date)) return null
  const latest = `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`
  return date > latest ? 'This is more than ten years ahead.' : null
}

export function expenseFormResolver(today: string | null): Resolver<ExpenseFormValues> {
  return resolverOf((values) => checkExpenseForm(values, today))
}
