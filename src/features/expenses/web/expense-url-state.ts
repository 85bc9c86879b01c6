import { type ListUrlState, readListUrlState, rememberedList } from '../../../web/lists/list-url-state.ts'
import { type ExpenseCategory, expenseCategories } from '../rules.ts'

/** The URL state of the list of expenses. */
export interface ExpenseUrlState extends ListUrlState {
  category?: ExpenseCategory | undefined
}

export function readExpenseUrlState(parameters: Record<string, unknown>): ExpenseUrlState {
  return {
    ...readListUrlState(parameters),
    category: expenseCategories.find((known) => known === parameters['category']),
  }
}

export const expenseList = rememberedList<ExpenseUrlState>()

export function expenseCount(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}
