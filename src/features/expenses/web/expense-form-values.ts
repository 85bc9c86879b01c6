import { z } from 'zod'
import type { TypedAmount } from '../../../web/forms/typed-amount.ts'
import { frequencySchema } from '../../schedules/contract.ts'
import type { Frequency, Plan } from '../../schedules/rules.ts'
import {
  type EndValues,
  endDraftShape,
  endless,
  endPath,
  endValuesOf,
  readEnd,
} from '../../schedules/web/end-values.ts'
import type { Expense, ExpenseEntry, RecurringExpense, Repeat } from '../contract.ts'
import type { ExpenseCategory } from '../rules.ts'

/**
 * The values of the form for a single or recurring expense. Unreadable amounts and dates stay as they were
 * typed.
 */
export interface ExpenseFormValues extends EndValues {
  amountCents: TypedAmount
  /** Empty until the user chooses one. */
  category: string
  date: string | null
  notes: string
  repeats: Frequency | 'never'
}

export const expenseDraftSchema: z.ZodType<ExpenseFormValues> = z.object({
  // A draft does not keep an unreadable amount.
  amountCents: z.number().nullable().catch(null),
  category: z.string(),
  date: z.string().nullable(),
  notes: z.string(),
  repeats: z.enum(['never', ...frequencySchema.options]),
  ...endDraftShape,
})

export function newExpenseValues(today: string): ExpenseFormValues {
  return { amountCents: null, category: '', date: today, notes: '', repeats: 'never', ...endless }
}

export function expenseValuesOf({ amountCents, category, date, notes }: Expense): ExpenseFormValues {
  return { amountCents, category, date, notes, repeats: 'never', ...endless }
}

export function recurringValuesOf(recurring: RecurringExpense): ExpenseFormValues {
  const { amountCents, category, notes, startDate, frequency, end } = recurring
  return { amountCents, category, date: startDate, notes, repeats: frequency, ...endValuesOf(end) }
}

/** Converts the form to the request for a single expense, without validation. */
export function toExpenseInput({ amountCents, category, date, notes }: ExpenseFormValues) {
  return {
    // NaN for an unreadable amount, which the schema rejects.
    amountCents: typeof amountCents === 'number' ? amountCents : Number.NaN,
    category: category as ExpenseCategory,
    date: date ?? '',
    notes,
  }
}

export function toRepeat(values: ExpenseFormValues): Repeat | null {
  return values.repeats === 'never' ? null : { frequency: values.repeats, end: readEnd(values) }
}

/** The schedule of a recurring expense; null for a single one. */
export function planOf(values: ExpenseFormValues): Plan | null {
  const repeat = toRepeat(values)
  return repeat && { ...repeat, startDate: values.date ?? '' }
}

const fields: Record<string, string> = { frequency: 'repeats', startDate: 'date' }

/** Maps a path in the request to the form field that shows its error. */
export function expensePath(inputPath: string): string {
  const path = inputPath.replace(/^repeat\./, '')
  return fields[path] ?? endPath(path) ?? path
}

/** The values to fill in from an earlier expense. An amount that the user has typed stays. */
export function filledFrom(entry: ExpenseEntry, values: ExpenseFormValues): Partial<ExpenseFormValues> {
  const { notes, category, amountCents } = entry
  return { notes, category, ...(values.amountCents === null && { amountCents }) }
}
