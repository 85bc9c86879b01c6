import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import type { Transaction } from '../contract.ts'
import type { TransactionFilters } from './transaction-url-state.ts'

const listKey = ['transactions', 'list'] as const
type Page = ResponseOf<typeof contract.listTransactions>

export function transactionListQuery(filters: TransactionFilters) {
  return queryOptions({
    queryKey: [...listKey, filters],
    queryFn: () => call(contract.listTransactions, { query: filters }),
    placeholderData: keepPreviousData,
  })
}

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

/** Shows a category in the loaded lists before the server confirms it. */
export async function showCategory(client: QueryClient, ids: ReadonlySet<string>, category: string) {
  // A response under way would show the old category, so its request is cancelled and repeated later.
  const cancelled = client.getQueryCache().findAll({ queryKey: listKey, fetchStatus: 'fetching' })
  await client.cancelQueries({ queryKey: listKey })
  const before = new Map<string, string>()
  change(({ id, category: old }) => {
    if (!ids.has(id)) return undefined
    before.set(id, old)
    return category
  })

  function change(categoryFor: (transaction: Transaction) => string | undefined) {
    client.setQueriesData<Page>(
      { queryKey: listKey },
      (page) =>
        page && {
          ...page,
          transactions: page.transactions.map((transaction) => ({
            ...transaction,
            category: categoryFor(transaction) ?? transaction.category,
          })),
        },
    )
  }

  return {
    /** Restores the previous category, unless it was changed again since. */
    revert() {
      change(({ id, category: shown }) => (shown === category ? before.get(id) : undefined))
    },
    async refetch(): Promise<void> {
      await Promise.all(cancelled.map(({ queryKey }) => client.refetchQueries({ queryKey, exact: true })))
    },
  }
}
