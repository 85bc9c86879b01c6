import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { filtersOf } from '../../../web/lists/list-url-state.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'
import type { ExpenseUrlState } from './expense-url-state.ts'

export function expenseListQuery(urlState: ExpenseUrlState) {
  const query = filtersOf(urlState)
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

/** Loads suggestions from earlier expenses with similar notes. */
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

export const recurringExpensesQuery = pagedQuery(['expenses', 'recurring'], (query) =>
  call(contract.listRecurringExpenses, { query }),
)

export function recurringExpenseQuery(id: string) {
  return queryOptions({
    queryKey: ['expenses', 'recurring-one', id],
    queryFn: () => call(contract.getRecurringExpense, { params: { id } }),
  })
}

/** Invalidates lists, sums and suggestions after an expense was added, changed or deleted. */
export async function refreshExpenses(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['expenses'] })
}
