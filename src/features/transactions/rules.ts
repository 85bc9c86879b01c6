export const longestSearch = 200

/** Categories that can always be chosen; those found in the data come besides. */
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

/** Those of the list and those found in the data, each once, in the order of the alphabet. */
export function mergeCategories(found: readonly string[]): string[] {
  return [...new Set([...transactionCategories, ...found])].toSorted((a, b) => a.localeCompare(b, 'en'))
}
