import { z } from 'zod'
import type { TypedAmount } from '../../../web/forms/typed-amount.ts'
import { type Frequency, type Plan, frequencies } from '../../schedules/rules.ts'
import { type EndValues, endValuesOf, endless, readEnd } from '../../schedules/web/end-values.ts'
import type { Expense, ExpenseEntry, RecurringExpense, Repeat } from '../contract.ts'
import type { ExpenseCategory } from '../rules.ts'

/** What stands in the form of an expense, single or recurring: amounts and dates that are none as they are typed. */
export interface ExpenseFormValues extends EndValues {
  amountCents: TypedAmount
  /** Empty while none is chosen. */
  category: string
  date: string | null
  notes: string
  repeats: Frequency | 'never'
}

const frequencyNames = Object.keys(frequencies) as Frequency[]

export const expenseDraftSchema: z.ZodType<ExpenseFormValues> = z.object({
  // An amount that is none comes back as nothing, like its text.
  amountCents: z.number().nullable().catch(null),
  category: z.string(),
  date: z.string().nullable(),
  notes: z.string(),
  repeats: z.enum(['never', ...frequencyNames]),
  endKind: z.enum(['never', 'date', 'count']),
  endDate: z.string().nullable(),
  endCount: z.string(),
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

/** What would be sent of a single one; not checked yet. */
export function toExpenseInput({ amountCents, category, date, notes }: ExpenseFormValues) {
  return {
    // Left as NaN where it is no amount, for the schema to refuse.
    amountCents: typeof amountCents === 'number' ? amountCents : Number.NaN,
    category: category as ExpenseCategory,
    date: date ?? '',
    notes,
  }
}

export function toRepeat(values: ExpenseFormValues): Repeat | null {
  return values.repeats === 'never' ? null : { frequency: values.repeats, end: readEnd(values) }
}

/** When it comes again; null for one that does not. */
export function planOf(values: ExpenseFormValues): Plan | null {
  const repeat = toRepeat(values)
  return repeat && { ...repeat, startDate: values.date ?? '' }
}

const fields: Record<string, string> = {
  frequency: 'repeats',
  startDate: 'date',
  'end.date': 'endDate',
  'end.count': 'endCount',
}

/** The field of the form that shows what is wrong at this place of the input. */
export function expensePath(inputPath: string): string {
  const path = inputPath.replace(/^repeat\./, '')
  return fields[path] ?? path
}

/** What taking up an earlier entry changes: an amount that somebody has typed is theirs. */
export function filledFrom(entry: ExpenseEntry, values: ExpenseFormValues): Partial<ExpenseFormValues> {
  const { notes, category, amountCents } = entry
  return { notes, category, ...(values.amountCents === null && { amountCents }) }
}
