import { type ExpenseCategory, expenseCategories } from '../rules.ts'

/** Where in the list of expenses somebody is, as the address says it. */
export interface ExpenseUrlState {
  search?: string | undefined
  category?: ExpenseCategory | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Each of the names is there, if only as undefined: the router lays the answer over the address as it was. */
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

/** The same filters with this in their place, from the first page on: a place in one list means nothing in another. */
export function narrowed(
  { search, category }: ExpenseUrlState,
  change: Pick<ExpenseUrlState, 'search' | 'category'> = {},
): ExpenseUrlState {
  const wanted = { search, category, ...change }
  return {
    ...(wanted.search ? { search: wanted.search } : {}),
    ...(wanted.category ? { category: wanted.category } : {}),
  }
}

export function isNarrowed(place: ExpenseUrlState): boolean {
  return Object.keys(narrowed(place)).length > 0
}

export function expenseCount(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}

let left: { businessId: string; place: ExpenseUrlState } | undefined

/** The list as it was left, for the way back to it; of one business, should the next one sign in here. */
export function rememberExpenseUrlState(businessId: string, place: ExpenseUrlState): void {
  left = { businessId, place }
}

export function rememberedExpenseUrlState(businessId: string | undefined): ExpenseUrlState {
  return left && left.businessId === businessId ? left.place : {}
}
