import { type ExpenseCategory, expenseCategories } from '../rules.ts'

/** The URL state of the list of expenses. */
export interface ExpenseUrlState {
  search?: string | undefined
  category?: ExpenseCategory | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Drops invalid values. Every key is present, because the router merges the result into the old parameters. */
export function readExpenseUrlState(address: Record<string, unknown>): ExpenseUrlState {
  const text = (name: keyof ExpenseUrlState) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    search: text('search'),
    category: expenseCategories.find((known) => known === address['category']),
    after: text('after'),
    before: text('before'),
  }
}

/** Changes filters and returns to the first page: a cursor is only valid for the filters it came with. */
export function withFilters(
  { search, category }: ExpenseUrlState,
  change: Pick<ExpenseUrlState, 'search' | 'category'> = {},
): ExpenseUrlState {
  const filters = { search, category, ...change }
  return {
    ...(filters.search ? { search: filters.search } : {}),
    ...(filters.category ? { category: filters.category } : {}),
  }
}

export function isFiltered(urlState: ExpenseUrlState): boolean {
  return Object.keys(withFilters(urlState)).length > 0
}

export function expenseCount(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}

let remembered: { businessId: string; urlState: ExpenseUrlState } | undefined

/** Remembers the list for links back to it. Another business that signs in within the same tab does not get it. */
export function rememberExpenseUrlState(businessId: string, urlState: ExpenseUrlState): void {
  remembered = { businessId, urlState }
}

export function rememberedExpenseUrlState(businessId: string | undefined): ExpenseUrlState {
  return remembered && remembered.businessId === businessId ? remembered.urlState : {}
}
