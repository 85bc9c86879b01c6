import { defaultCategories } from '../categories/rules.ts'

export const maxSearchLength = 200

/** Categories that can always be chosen, besides those used in the data. */
export const transactionCategories = defaultCategories.transaction
