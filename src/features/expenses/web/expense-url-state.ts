import { type ListUrlState, readListUrlState, rememberedList } from '../../../web/lists/list-url-state.ts'

/** As the API takes it. */
const maxCategoryLength = 100

/** The URL state of the list of expenses. */
export interface ExpenseUrlState extends ListUrlState {
  category?: string | undefined
}

export function readExpenseUrlState(parameters: Record<string, unknown>): ExpenseUrlState {
  const { category } = parameters
  // All is what the filter says without a category.
  const isName =
    typeof category === 'string' && !['', 'All'].includes(category) && category.length <= maxCategoryLength
  return {
    ...readListUrlState(parameters),
    category: isName && !category.includes('\0') ? category : undefined,
  }
}

export const expenseList = rememberedList<ExpenseUrlState>()

export function expenseCount(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}
