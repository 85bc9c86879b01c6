import { z } from 'zod'
import { defaultCurrency, maxMinor } from '../../shared/currencies.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { attachmentIds } from '../attachments/contract.ts'
import { currencySchema } from '../business/contract.ts'
import { listExport, listFormatSchema } from '../exports/contract.ts'
import { sumSchema } from '../figures/contract.ts'
import { day, endSchema, frequencySchema, scheduleStateSchema } from '../schedules/contract.ts'
import { newTaxRateSchema } from '../taxes/contract.ts'
import { amountRange } from './rules.ts'

const tag = 'Expenses'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const categoryRefused = 'Please choose a category.'
const amountRefused = amountRange({ currency: defaultCurrency, locale: 'en-US' })

/** Long enough for any note on a receipt, and short enough for a list. */
export const maxNotesLength = 1000
export const maxVendorLength = 120
export const maxSearchLength = 200

export const maxTaxes = 5

const taxAmountRefused = 'Please enter the amount of this tax.'
export const expenseTaxSchema = z.strictObject({
  name: newTaxRateSchema.shape.name,
  /** Thousandths of a percent: 7.7 % is 7700. Null if it is not known. */
  rate: newTaxRateSchema.shape.rate.nullable(),
  amountMinor: z.int(taxAmountRefused).min(0, taxAmountRefused).max(maxMinor, taxAmountRefused),
})
export type ExpenseTax = z.infer<typeof expenseTaxSchema>

const maxThousandths = 999_999_999
const distanceRefused = 'Please enter a distance from 0.001 to 999,999.999.'
const rateRefused = 'Please enter a rate above 0.'
export const mileageSchema = z.strictObject({
  /** Thousandths of the unit: 12.5 miles are 12500. */
  distance: z.int(distanceRefused).min(1, distanceRefused).max(maxThousandths, distanceRefused),
  unit: z.enum(['km', 'mi'], 'Please choose a unit.'),
  /** Thousandths of the minor unit for one unit of distance: 65.5 cents are 65500. */
  rate: z.int(rateRefused).min(1, rateRefused).max(maxThousandths, 'Please enter a lower rate.'),
})
export type Mileage = z.infer<typeof mileageSchema>

export const expenseInputShape = {
  /** Missing for the home currency; in a change, for the currency it has. */
  currency: currencySchema.optional(),
  /** In the minor unit of the currency, which may set a lower limit. */
  amountMinor: z.int(amountRefused).min(0, amountRefused).max(maxMinor, amountRefused),
  /** One that the business has, or the present one of a category that was renamed or merged. */
  category: z.string(categoryRefused).min(1, categoryRefused).max(100, categoryRefused),
  date: day('a date'),
  notes: z.string().trim().max(maxNotesLength, `Please keep the notes to ${maxNotesLength} characters.`),
  /** Missing for none; in a change, for the vendor it has. */
  vendor: z
    .string()
    .trim()
    .max(maxVendorLength, `Please keep the vendor to ${maxVendorLength} characters.`)
    .optional(),
  /** Taxes that the amount contains and that the business can reclaim. Missing for none; in a change, for those it has. */
  taxes: z.array(expenseTaxSchema).max(maxTaxes, `An expense can have at most ${maxTaxes} taxes.`).optional(),
  /** A distance at a rate, which the amount comes to. Missing for none; in a change, for what it has. */
  mileage: mileageSchema.nullable().optional(),
  /** The client it is to be billed to. Missing for none; in a change, for the client it has. */
  clientId: z.uuid('Please choose a client.').nullable().optional(),
}

export const repeatSchema = z.strictObject({
  frequency: frequencySchema,
  end: endSchema,
})
export type Repeat = z.infer<typeof repeatSchema>

export const expenseSchema = z.strictObject({
  id: z.uuid(),
  /** Increases with every change. An update must name the version it is based on. */
  version: z.int(),
  currency: z.string(),
  amountMinor: z.int(),
  /** What it was worth in the home currency on its date. Null in the home currency, and while there is no rate. */
  homeMinor: z.int().nullable(),
  /** What one unit was worth in the home currency; null like `homeMinor`. */
  rate: z.string().nullable(),
  ratedOn: z.string().nullable(),
  /** Who published the rate; `own` for a rate that the business entered. */
  rateSource: z.string().nullable(),
  category: z.string(),
  date: z.string(),
  notes: z.string(),
  vendor: z.string(),
  taxes: z.array(expenseTaxSchema),
  mileage: mileageSchema.nullable(),
  /** The client it is to be billed to. */
  client: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** The invoice that bills it. */
  billedInvoice: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  /** The recurring expense that created it; null for a single expense. */
  seriesId: z.uuid().nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
})
export type Expense = z.infer<typeof expenseSchema>

export const listExpenses = endpoint({
  method: 'get',
  path: '/api/v1/expenses',
  access: { permission: 'money.read' },
  tag,
  summary: 'Expenses, the latest date first, 50 at a time',
  query: z.strictObject({
    /** Searched in vendor and notes, ignoring case. */
    search: z.string().trim().max(maxSearchLength).default(''),
    category: z.string().max(100).optional(),
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    expenses: z.array(expenseSchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

export const exportExpenses = endpoint({
  ...listExport,
  access: { permission: 'money.read' },
  path: '/api/v1/expenses/export',
  tag,
  summary: 'The expenses of the list, all pages, as a spreadsheet',
  query: listExpenses.query.omit({ after: true, before: true }).extend({ format: listFormatSchema }),
})

export const getExpenseSummary = endpoint({
  method: 'get',
  path: '/api/v1/expenses/summary',
  access: { permission: 'money.read' },
  tag,
  summary:
    'The current month in the business’s time zone: its total, the average per day and the category of the largest expense',
  response: z.strictObject({
    /** The first day of the month. */
    month: z.string(),
    /** The home currency, in which the sums are. */
    currency: z.string(),
    total: sumSchema,
    /** Without what could not be converted. */
    averagePerDayMinor: z.int(),
    /** The category of the largest expense of the month; null without expenses. */
    largestCategory: z.string().nullable(),
    /** Expenses dated after today, this month and later. */
    upcoming: sumSchema,
  }),
})

const entrySchema = z.strictObject({
  currency: z.string(),
  amountMinor: z.int(),
  category: z.string(),
  notes: z.string(),
  vendor: z.string(),
  taxes: z.array(expenseTaxSchema),
  mileage: mileageSchema.nullable(),
})
export type ExpenseEntry = z.infer<typeof entrySchema>

export const suggestExpense = endpoint({
  method: 'get',
  path: '/api/v1/expenses/suggestions',
  access: { permission: 'money.read' },
  tag,
  summary: 'What the business’s own history suggests for a new expense',
  query: z.strictObject({ notes: z.string().trim().max(maxSearchLength).default('') }),
  response: z.strictObject({
    /** The last expense that the owner entered; null without one. */
    last: entrySchema.nullable(),
    /** Earlier expenses with similar notes, without duplicates, newest first; at most five. */
    matches: z.array(entrySchema),
    /** The most frequent category for similar notes; null without a match. */
    category: z.string().nullable(),
    /** What a new mileage expense begins with: the unit and rate of the last one, or the unit of the business's country. */
    mileage: z.strictObject({
      unit: mileageSchema.shape.unit,
      rate: z.int().nullable(),
      /** Of the rate. */
      currency: z.string(),
    }),
  }),
})

export const suggestVendors = endpoint({
  method: 'get',
  path: '/api/v1/expenses/vendors',
  access: { permission: 'money.read' },
  tag,
  summary: 'Vendors of recent expenses whose name contains a text, the most frequent first; at most eight',
  query: z.strictObject({ search: z.string().trim().max(maxVendorLength).default('') }),
  response: z.strictObject({ vendors: z.array(z.string()) }),
})

export const getExpense = endpoint({
  method: 'get',
  path: '/api/v1/expenses/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One expense',
  params,
  response: expenseSchema,
})

export const createExpense = endpoint({
  method: 'post',
  path: '/api/v1/expenses',
  access: { permission: 'money.write' },
  tag,
  summary: 'Record an expense, once or on a schedule',
  body: z.strictObject({
    ...expenseInputShape,
    repeat: repeatSchema.nullable().default(null),
    /** Files that were sent before, for an expense that is not recurring. */
    attachments: attachmentIds.optional(),
    /** Makes the request idempotent. */
    requestId: z.uuid(),
  }),
  response: expenseSchema,
  errors: ['PERIOD_CLOSED'],
})

export const updateExpense = endpoint({
  method: 'put',
  path: '/api/v1/expenses/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Change an expense; others of the same recurring expense stay as they are',
  params,
  body: z.strictObject({ ...expenseInputShape, version: z.int() }),
  response: expenseSchema,
  errors: ['PERIOD_CLOSED', 'CHANGED_ELSEWHERE'],
})

export const deleteExpense = endpoint({
  method: 'delete',
  path: '/api/v1/expenses/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Delete an expense permanently',
  params,
  errors: ['PERIOD_CLOSED'],
})

export const deleteExpenses = endpoint({
  method: 'post',
  path: '/api/v1/expenses/delete',
  access: { permission: 'money.write' },
  tag,
  summary: 'Delete several expenses permanently; ids of other businesses are ignored',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  response: z.strictObject({ deleted: z.int() }),
  errors: ['PERIOD_CLOSED'],
})

export const recurringExpenseSchema = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  currency: z.string(),
  amountMinor: z.int(),
  category: z.string(),
  notes: z.string(),
  vendor: z.string(),
  taxes: z.array(expenseTaxSchema),
  frequency: repeatSchema.shape.frequency,
  startDate: z.string(),
  end: endSchema,
  /** The next date after today with an expense, made or not; null when the schedule is paused or over. */
  nextDate: z.string().nullable(),
  state: scheduleStateSchema,
  createdAt: momentSchema,
})
export type RecurringExpense = z.infer<typeof recurringExpenseSchema>

export const listRecurringExpenses = endpoint({
  method: 'get',
  path: '/api/v1/recurring-expenses',
  access: { permission: 'money.read' },
  tag,
  summary: 'Recurring expenses, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ recurring: z.array(recurringExpenseSchema), next: z.string().nullable() }),
})

export const getRecurringExpense = endpoint({
  method: 'get',
  path: '/api/v1/recurring-expenses/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One recurring expense',
  params,
  response: recurringExpenseSchema,
})

export const updateRecurringExpense = endpoint({
  method: 'put',
  path: '/api/v1/recurring-expenses/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Change a recurring expense from tomorrow on; expenses up to today stay as they are',
  params,
  body: z.strictObject({
    currency: expenseInputShape.currency,
    amountMinor: expenseInputShape.amountMinor,
    category: expenseInputShape.category,
    notes: expenseInputShape.notes,
    vendor: expenseInputShape.vendor,
    taxes: expenseInputShape.taxes,
    end: endSchema,
    version: z.int(),
  }),
  response: recurringExpenseSchema,
  errors: ['CHANGED_ELSEWHERE'],
})

const act = <Path extends `/api/v1/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'post',
    path,
    access: { permission: 'money.write' },
    tag,
    summary,
    params,
    response: recurringExpenseSchema,
  })
export const pauseRecurringExpense = act(
  '/api/v1/recurring-expenses/{id}/pause',
  'Pause a recurring expense; its upcoming expenses are removed',
)
export const resumeRecurringExpense = act(
  '/api/v1/recurring-expenses/{id}/resume',
  'Resume a recurring expense with the next date',
)

export const deleteRecurringExpense = endpoint({
  method: 'delete',
  path: '/api/v1/recurring-expenses/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'End a recurring expense permanently; expenses up to today stay',
  params,
})
