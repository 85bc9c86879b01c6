export const categoryKinds = ['expense', 'transaction'] as const
export type CategoryKind = (typeof categoryKinds)[number]

export const categoryColours = [
  'gray',
  'teal',
  'blue',
  'violet',
  'pink',
  'red',
  'orange',
  'amber',
  'green',
] as const
export type CategoryColour = (typeof categoryColours)[number]

/** How much of an expense counts for income tax: all of it, half, or none. */
export const taxTreatments = ['full', 'half', 'none'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

export const maxCategories = 200

/** For how long a rename or a merge can be undone. */
export const undoHours = 24

/** What a business has until it changes them. */
export const defaultCategories = {
  expense: ['Rent', 'Utilities', 'Supplies', 'Marketing', 'Salaries', 'Software', 'Travel', 'Other'],
  transaction: [
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
  ],
} as const satisfies Record<CategoryKind, readonly string[]>

/** What a transaction has that nothing is known about. It keeps its name. */
export const uncategorized = 'Uncategorized'

export const categoriesPlanText = 'Own categories are part of the Enterprise plan.'
