import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import type { TransactionFilters } from './transaction-place.ts'

const listKey = ['transactions', 'list'] as const
type Page = ResponseOf<typeof contract.listTransactions>

export function transactionListQuery(filters: TransactionFilters) {
  return queryOptions({
    queryKey: [...listKey, filters],
    queryFn: () => call(contract.listTransactions, { query: filters }),
    placeholderData: keepPreviousData,
  })
}

export const categoriesQuery = queryOptions({
  queryKey: ['transactions', 'categories'],
  queryFn: () => call(contract.listCategories),
})

export const rulesQuery = infiniteQueryOptions({
  queryKey: ['transactions', 'rules'],
  queryFn: ({ pageParam }) =>
    call(contract.listCategoryRules, { query: pageParam === null ? {} : { after: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

export async function refreshTransactions(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['transactions'] })
}

/** Shows a category in the lists that are on the screen, and returns how to take that back. */
export async function showCategory(
  client: QueryClient,
  ids: ReadonlySet<string>,
  category: string,
): Promise<() => void> {
  // An answer that is on its way would still say the old one.
  await client.cancelQueries({ queryKey: listKey })
  const before = client.getQueriesData<Page>({ queryKey: listKey })
  client.setQueriesData<Page>(
    { queryKey: listKey },
    (page) =>
      page && {
        ...page,
        transactions: page.transactions.map((one) => (ids.has(one.id) ? { ...one, category } : one)),
      },
  )
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page)
  }
}
