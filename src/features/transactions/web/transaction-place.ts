const types = ['income', 'expense'] as const

/** Where in the list of transactions somebody is, as the address says it. */
export interface TransactionPlace {
  account?: string | undefined
  search?: string | undefined
  category?: string | undefined
  date?: string | undefined
  type?: (typeof types)[number] | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Each of the names is there, if only as undefined: the router lays the answer over the address as it was. */
export function readTransactionPlace(address: Record<string, unknown>): TransactionPlace {
  const text = (name: keyof TransactionPlace) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    account: text('account'),
    search: text('search'),
    category: text('category'),
    date: text('date'),
    type: types.find((known) => known === address['type']),
    after: text('after'),
    before: text('before'),
  }
}
