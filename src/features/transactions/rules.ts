export const maxSearchLength = 200

/** Categories that can always be chosen, besides those used in the data. */
export const transactionCategories = [
  'Uncategorized',
  'Income',
  'Salary',
  'Freelance',
  'Business',
  'Rent',
  'Mortgage',
  'Utilities',
  'Groceries',
  'Dining',
  'Entertainment',
  'Shopping',
  'Transportation',
  'Travel',
  'Health',
  'Education',
  'Personal',
  'Family',
  'Gifts',
  'Charity',
  'Investments',
  'Taxes',
  'Insurance',
  'Fees',
  'Other',
] as const

/** Merges the standard categories with those used in the data, sorted alphabetically. */
export function mergeCategories(found: readonly string[]): string[] {
  return [...new Set([...transactionCategories, ...found])].toSorted((a, b) => a.localeCompare(b, 'en'))
}
