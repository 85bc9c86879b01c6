/** What money is spent on. */
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

/** How many days ahead of its day a recurring expense is made. The database plans by the same number. */
export const daysAhead = 31

/** How far back a recurring expense may begin: everything since is made at once. */
export const maxDaysBack = 366

/** How many recurring expenses a business can have at a time. */
export const maxRecurring = 500
