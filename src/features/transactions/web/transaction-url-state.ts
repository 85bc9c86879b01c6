import { isIsoDate } from '../../../shared/dates.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import type { listTransactions } from '../contract.ts'
import { maxSearchLength } from '../rules.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxCategoryLength = 100

export const typeFilters = [
  { value: undefined, label: 'All' },
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expenses' },
] as const

export interface TransactionUrlState {
  account?: string | undefined
  search?: string | undefined
  category?: string | undefined
  date?: string | undefined
  type?: 'income' | 'expense' | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Drops invalid values. Every key is present: the router merges the result into the previous search. */
export function readTransactionUrlState(address: Record<string, unknown>): TransactionUrlState {
  const text = (name: keyof TransactionUrlState, isValid: (value: string) => boolean = () => true) => {
    const value = address[name]
    return typeof value === 'string' && value !== '' && !value.includes('\0') && isValid(value)
      ? value
      : undefined
  }
  return {
    account: text('account', (value) => uuid.test(value)),
    search: text('search'),
    category: text('category', (value) => value.length <= maxCategoryLength),
    date: text('date', isIsoDate),
    type: typeFilters.find(({ value }) => value !== undefined && value === address['type'])?.value,
    after: text('after'),
    before: text('before'),
  }
}

export type TransactionFilters = NonNullable<RequestOf<typeof listTransactions>['query']>

export function filtersOf(urlState: TransactionUrlState): TransactionFilters {
  const { account, category, date, type, after, before } = urlState
  const search = (urlState.search ?? '').trim().slice(0, maxSearchLength)
  return {
    ...(account ? { account } : {}),
    ...(search === '' ? {} : { search }),
    ...(category ? { category } : {}),
    ...(date ? { date } : {}),
    ...(type ? { type } : {}),
    ...(after ? { after } : before ? { before } : {}),
  }
}

/** Changes filters and returns to the first page: a cursor is only valid for the filters it came with. */
export function withFilter(
  urlState: TransactionUrlState,
  change: Partial<TransactionUrlState>,
): TransactionUrlState {
  return { ...urlState, after: undefined, before: undefined, ...change }
}

export function countFilters({ account, search, category, date, type }: TransactionUrlState): number {
  return [account, search, category, date, type].filter((value) => value !== undefined).length
}

/** True when the account is the only filter and the first page is shown. */
export function isWholeAccount(urlState: TransactionUrlState): boolean {
  return urlState.account !== undefined && countFilters(urlState) === 1 && !urlState.after && !urlState.before
}
