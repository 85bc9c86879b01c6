/** Where in the list of expenses somebody is, as the address says it. */
export interface ExpensePlace {
  search?: string | undefined
  category?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Each of the names is there, if only as undefined: the router lays the answer over the address as it was. */
export function readExpensePlace(address: Record<string, unknown>): ExpensePlace {
  const text = (name: keyof ExpensePlace) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { search: text('search'), category: text('category'), after: text('after'), before: text('before') }
}
