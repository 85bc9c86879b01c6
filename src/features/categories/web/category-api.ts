import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type CategoryList, listCategories } from '../contract.ts'
import type { CategoryKind } from '../rules.ts'

const minuteMs = 60_000

export function categoryListQuery(kind: CategoryKind) {
  return queryOptions({
    queryKey: ['categories', kind],
    queryFn: () => call(listCategories, { params: { kind } }),
    // Every form with a category reads it, and it rarely changes.
    staleTime: 5 * minuteMs,
  })
}

/** What shows categories, or adds up by them. */
const shownBy = ['expenses', 'transactions', 'receipts', 'matching', 'reports', 'figures', 'dashboard']

/** Shows the list that the server answered with, and loads again what is filed under its categories. */
export async function takeCategories(
  client: QueryClient,
  kind: CategoryKind,
  list: CategoryList,
): Promise<void> {
  const { queryKey } = categoryListQuery(kind)
  // An older response that is still in flight must not replace this one.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, list)
  for (const key of shownBy) void client.invalidateQueries({ queryKey: [key] })
}
