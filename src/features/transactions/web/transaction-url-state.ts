import { isIsoDate } from '../../../shared/dates.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import type { listTransactions } from '../contract.ts'
import { longestSearch } from '../rules.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const longestCategory = 100

export const typeFilters = [
  { value: undefined, label: 'All' },
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expenses' },
] as const

/** Where in the list of transactions somebody is, as the address says it. */
export interface TransactionUrlState {
  account?: string | undefined
  search?: string | undefined
  category?: string | undefined
  date?: string | undefined
  type?: 'income' | 'expense' | undefined
  after?: string | undefined
  before?: string | undefined
}

/**
 * What an address says, however it was written. Each of the names is there, if only as undefined: the router lays the
 * answer over the address as it was.
 */
export function readTransactionUrlState(address: Record<string, unknown>): TransactionUrlState {
  const text = (name: keyof TransactionUrlState, isOne: (value: string) => boolean = () => true) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' && !value.includes('\0') && isOne(value)
      ? value
      : undefined
  }
  return {
    account: text('account', (value) => uuid.test(value)),
    search: text('search'),
    category: text('category', (value) => value.length <= longestCategory),
    date: text('date', isIsoDate),
    type: typeFilters.find(({ value }) => value !== undefined && value === address['type'])?.value,
    after: text('after'),
    before: text('before'),
  }
}

export type TransactionFilters = NonNullable<RequestOf<typeof listTransactions>['query']>

/** The question to the server. */
export function filtersOf(place: TransactionUrlState): TransactionFilters {
  const { account, category, date, type, after, before } = place
  const search = (place.search ?? '').trim().slice(0, longestSearch)
  return {
    ...(account ? { account } : {}),
    ...(search === '' ? {} : { search }),
    ...(category ? { category } : {}),
    ...(date ? { date } : {}),
    ...(type ? { type } : {}),
    ...(after ? { after } : before ? { before } : {}),
  }
}

/** With other filters the list begins at its first page: a place in one list means nothing in another. */
export function withFilter(
  place: TransactionUrlState,
  change: Partial<TransactionUrlState>,
): TransactionUrlState {
  return { ...place, after: undefined, before: undefined, ...change }
}

/** How many filters are set. */
export function countFilters({ account, search, category, date, type }: TransactionUrlState): number {
  return [account, search, category, date, type].filter((value) => value !== undefined).length
}

/** Only one account is looked at, from its first page on. */
export function isWholeAccount(place: TransactionUrlState): boolean {
  return place.account !== undefined && countFilters(place) === 1 && !place.after && !place.before
}
