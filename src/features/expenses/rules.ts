export const expenseCategories = [
  'Rent',
  'Utilities',
  'Supplies',
  'Marketing',
  'Salaries',
  'Software',
  'Travel',
  'Other',
] as const
export type ExpenseCategory = (typeof expenseCategories)[number]

/** A recurring expense is created this many days before its date. The database uses the same number. */
export const daysAhead = 31

/** How far back a recurring expense may start. All expenses since then are created at once. */
export const maxDaysBack = 366

/** The most recurring expenses of one business. */
export const maxRecurring = 500
