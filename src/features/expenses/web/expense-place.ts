import { type ExpenseCategory, expenseCategories } from '../rules.ts'

/** Where in the list of expenses somebody is, as the address says it. */
export interface ExpensePlace {
  search?: string | undefined
  category?: ExpenseCategory | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Each of the names is there, if only as undefined: the router lays the answer over the address as it was. */
export function readExpensePlace(address: Record<string, unknown>): ExpensePlace {
  const text = (name: keyof ExpensePlace) => {
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
  { search, category }: ExpensePlace,
  change: Pick<ExpensePlace, 'search' | 'category'> = {},
): ExpensePlace {
  const wanted = { search, category, ...change }
  return {
    ...(wanted.search ? { search: wanted.search } : {}),
    ...(wanted.category ? { category: wanted.category } : {}),
  }
}

export function isNarrowed(place: ExpensePlace): boolean {
  return Object.keys(narrowed(place)).length > 0
}

export function expenseCount(count: number): string {
  return count === 1 ? '1 expense' : `${count} expenses`
}

let left: { businessId: string; place: ExpensePlace } | undefined

/** The list as it was left, for the way back to it; of one business, should the next one sign in here. */
export function rememberExpensePlace(businessId: string, place: ExpensePlace): void {
  left = { businessId, place }
}

export function rememberedExpensePlace(businessId: string | undefined): ExpensePlace {
  return left && left.businessId === businessId ? left.place : {}
}
