import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { type Currency, defaultCurrency, isCurrency, maxMinorOf } from '../../../shared/currencies.ts'
import { addDays, isIsoDate } from '../../../shared/dates.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { pick } from '../../../shared/pick.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import { type TypedAmount, typedAmountMessage } from '../../../web/forms/typed-amount.ts'
import { frequencySchema } from '../../schedules/contract.ts'
import { type Frequency, type Plan, planProblems } from '../../schedules/rules.ts'
import {
  type EndValues,
  endDraftShape,
  endless,
  endPath,
  endValuesOf,
  readEnd,
} from '../../schedules/web/end-values.ts'
import {
  type Expense,
  type ExpenseEntry,
  type RecurringExpense,
  type Repeat,
  createExpense,
} from '../contract.ts'
import { amountRange, maxDaysBack } from '../rules.ts'
import {
  type MileageValues,
  checkMileage,
  mileageAmount,
  mileageDraftSchema,
  mileageValuesOf,
  toMileage,
} from './mileage-values.ts'
import { type TaxValues, checkTaxes, taxDraftSchema, taxValuesOf, toTaxes } from './tax-values.ts'

/** The form of a single or recurring expense. Unreadable amounts and dates stay as they were typed. */
export interface ExpenseFormValues extends EndValues {
  currency: Currency
  /** Counts unless there is mileage. */
  amountMinor: TypedAmount
  /** Empty until the user chooses one. */
  category: string
  date: string | null
  notes: string
  vendor: string
  taxes: TaxValues[]
  /** Null for none. A recurring expense has none, whatever is here. */
  mileage: MileageValues | null
  /** The client it is to be billed to; null for none. */
  client: { id: string; name: string } | null
  repeats: Frequency | 'never'
}

export const expenseDraftSchema: z.ZodType<ExpenseFormValues> = z.object({
  // A draft from before there were currencies has none.
  currency: z.string().refine(isCurrency).catch(defaultCurrency),
  // A draft does not keep an unreadable amount.
  amountMinor: z.number().nullable().catch(null),
  category: z.string(),
  date: z.string().nullable(),
  notes: z.string(),
  // Missing in drafts from before there were vendors.
  vendor: z.string().default(''),
  taxes: z.array(taxDraftSchema).default([]),
  mileage: mileageDraftSchema.nullable().default(null),
  client: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  repeats: z.enum(['never', ...frequencySchema.options]),
  ...endDraftShape,
})

export function newExpenseValues(today: string, currency: Currency): ExpenseFormValues {
  const empty = { amountMinor: null, category: '', notes: '', vendor: '', mileage: null, client: null }
  return { ...empty, taxes: [], currency, date: today, repeats: 'never', ...endless }
}

export function expenseValuesOf(expense: Expense): ExpenseFormValues {
  const same = pick(expense, ['date', 'client'])
  return { ...same, ...entryValues(expense), repeats: 'never', ...endless }
}

/** What one expense has in common with the next. */
export function entryValues(entry: ExpenseEntry) {
  const { currency, amountMinor, category, notes, vendor, taxes, mileage } = entry
  return {
    currency,
    amountMinor,
    category,
    notes,
    vendor,
    taxes: taxValuesOf(amountMinor, taxes),
    mileage: mileage && mileageValuesOf(mileage, currency),
  }
}

export function recurringValuesOf(recurring: RecurringExpense): ExpenseFormValues {
  const { startDate: date, frequency: repeats, end } = recurring
  return { ...entryValues({ ...recurring, mileage: null }), client: null, date, repeats, ...endValuesOf(end) }
}

/** The mileage that counts. */
export function mileageOf({ mileage, repeats }: Pick<ExpenseFormValues, 'mileage' | 'repeats'>) {
  return repeats === 'never' ? mileage : null
}

/** The amount that was typed, or that the mileage comes to. */
export function amountOf(
  values: Pick<ExpenseFormValues, 'amountMinor' | 'currency' | 'mileage' | 'repeats'>,
): TypedAmount {
  const mileage = mileageOf(values)
  return mileage ? mileageAmount(mileage, values.currency) : values.amountMinor
}

/** Converts the form to the request for a single expense, without validation. */
export function toExpenseInput(values: ExpenseFormValues) {
  const { currency, category, date, notes, vendor, client, repeats } = values
  const amountMinor = amountOf(values)
  const mileage = mileageOf(values)
  return {
    currency,
    // NaN for an unreadable amount, which the schema rejects.
    amountMinor: typeof amountMinor === 'number' ? amountMinor : Number.NaN,
    category,
    date: date ?? '',
    notes,
    vendor,
    taxes: toTaxes(amountMinor, values.taxes),
    mileage: mileage && toMileage(mileage, currency),
    clientId: repeats === 'never' ? (client?.id ?? null) : null,
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

const fields: Record<string, string> = { frequency: 'repeats', startDate: 'date', clientId: 'client' }

/** Maps a path in the request to the form field that shows its error. */
export function expensePath(inputPath: string): string {
  const path = inputPath.replace(/^repeat\./, '').replace(/^(taxes\.\d+)\.rate$/, '$1.percentage')
  return fields[path] ?? endPath(path) ?? path
}

/**
 * The values to fill in from an earlier expense. An amount that the user has typed stays, with its currency and what goes
 * with it.
 */
export function filledFrom(entry: ExpenseEntry, values: ExpenseFormValues): Partial<ExpenseFormValues> {
  const { notes, vendor, category, ...amount } = entryValues(entry)
  const isFree = values.amountMinor === null && values.mileage === null
  return { notes, vendor, category, ...(isFree && amount) }
}

// The schema requires an id; each save sends its own.
const requestId = '00000000-0000-4000-8000-000000000000'

/** Returns a message for each invalid field. `today` is null when the start date cannot change any more. */
export function checkExpenseForm(values: ExpenseFormValues, today: string | null): FieldErrors {
  const messages: FieldErrors = {}
  const input = { ...toExpenseInput(values), repeat: toRepeat(values), requestId }
  for (const issue of createExpense.body.safeParse(input).error?.issues ?? []) {
    const path = expensePath(issue.path.join('.'))
    messages[path] ??= dateMessage(path, values) ?? issue.message
  }
  const amount = amountOf(values)
  Object.assign(messages, checkTaxes(amount, values.taxes, values))
  const mileage = mileageOf(values)
  if (mileage) Object.assign(messages, checkMileage(mileage))
  const problem = amountProblem(amount, values.currency)
  // Mileage that is not filled in says so at its own fields.
  if (mileage && amount === null) delete messages['amountMinor']
  else if (problem !== null) messages['amountMinor'] = problem
  const plan = planOf(values)
  if (plan === null) return messages
  for (const [path, message] of Object.entries(planProblems(plan, null))) {
    messages[expensePath(path)] ??= message
  }
  if (today !== null && plan.startDate < addDays(today, -maxDaysBack)) {
    messages['date'] ??= 'A recurring expense can start at most a year ago.'
  }
  return messages
}

/** The schema doesn't know the limits of the currency. */
function amountProblem(typed: TypedAmount, currency: Currency): string | null {
  const isWithin = typeof typed === 'number' && typed >= 0 && typed <= maxMinorOf(currency)
  return isWithin ? null : (typedAmountMessage(typed, { currency }) ?? amountRange({ currency }))
}

/** The message for a date that was typed but cannot be read. An empty date keeps the schema's message. */
function dateMessage(path: string, values: ExpenseFormValues): string | undefined {
  if (path !== 'date' && path !== 'endDate') return undefined
  const typed = values[path]
  const isUnreadable = typed !== null && typed !== '' && !isIsoDate(typed)
  return isUnreadable ? 'Please enter a date like Dec 25, 2026, or pick one.' : undefined
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
