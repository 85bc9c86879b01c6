import { isIsoDate } from '../../../shared/dates.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { type ListUrlState, readListUrlState } from '../../../web/lists/list-url-state.ts'
import type { listTransactions } from '../contract.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxCategoryLength = 100

export const typeFilters = [
  { value: undefined, label: 'All' },
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expenses' },
] as const

export interface TransactionUrlState extends ListUrlState {
  account?: string | undefined
  category?: string | undefined
  date?: string | undefined
  type?: 'income' | 'expense' | undefined
}

export function readTransactionUrlState(parameters: Record<string, unknown>): TransactionUrlState {
  const text = (name: keyof TransactionUrlState, isValid: (value: string) => boolean) => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' && !value.includes('\0') && isValid(value)
      ? value
      : undefined
  }
  return {
    account: text('account', (value) => uuid.test(value)),
    category: text('category', (value) => value.length <= maxCategoryLength),
    date: text('date', isIsoDate),
    type: typeFilters.find(({ value }) => value === parameters['type'])?.value,
    ...readListUrlState(parameters),
  }
}

export type TransactionFilters = NonNullable<RequestOf<typeof listTransactions>['query']>

export function countFilters({ account, search, category, date, type }: TransactionUrlState): number {
  return [account, search, category, date, type].filter((value) => value !== undefined).length
}

/** True when the account is the only filter and the first page is shown. */
export function isWholeAccount(urlState: TransactionUrlState): boolean {
  return urlState.account !== undefined && countFilters(urlState) === 1 && !urlState.after && !urlState.before
}
