import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import type { ExpenseUrlState } from './expense-url-state.ts'

export function expenseListQuery({ search, category, after, before }: ExpenseUrlState) {
  // An address that somebody wrote by hand asks a good question too.
  const text = (search ?? '').trim().slice(0, contract.longestSearch)
  const query = {
    ...(text === '' ? {} : { search: text }),
    ...(category ? { category } : {}),
    ...(after ? { after } : before ? { before } : {}),
  }
  return queryOptions({
    queryKey: ['expenses', 'list', query],
    queryFn: () => call(contract.listExpenses, { query }),
    placeholderData: keepPreviousData,
  })
}

export const expenseSummaryQuery = queryOptions({
  queryKey: ['expenses', 'summary'],
  queryFn: () => call(contract.getExpenseSummary),
})

/** What earlier expenses suggest for one with such notes. */
export function suggestionsQuery(notes: string) {
  return queryOptions({
    queryKey: ['expenses', 'suggestions', notes],
    queryFn: () => call(contract.suggestExpense, { query: notes === '' ? {} : { notes } }),
    placeholderData: keepPreviousData,
  })
}

export function expenseQuery(id: string) {
  return queryOptions({
    queryKey: ['expenses', 'one', id],
    queryFn: () => call(contract.getExpense, { params: { id } }),
  })
}

export const recurringExpensesQuery = infiniteQueryOptions({
  queryKey: ['expenses', 'recurring'],
  queryFn: ({ pageParam }) =>
    call(contract.listRecurringExpenses, { query: pageParam === null ? {} : { after: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export function recurringExpenseQuery(id: string) {
  return queryOptions({
    queryKey: ['expenses', 'recurring-one', id],
    queryFn: () => call(contract.getRecurringExpense, { params: { id } }),
  })
}

/** One was added, changed or removed, or will be: lists, sums and suggestions are out of date. */
export async function refreshExpenses(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['expenses'] })
}
