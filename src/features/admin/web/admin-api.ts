import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import { searchLength } from '../contract.ts'
import type { AdminUrlState } from './admin-url-state.ts'

export const platformStatsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: () => call(contract.getPlatformStats),
})

export function userListQuery({ search, show }: Pick<AdminUrlState, 'search' | 'show'>) {
  // A URL typed by hand may hold a longer text.
  const text = (search ?? '').trim().slice(0, searchLength)
  const query = { ...(text === '' ? {} : { search: text }), ...(show ? { show } : {}) }
  return infiniteQueryOptions({
    queryKey: ['admin', 'users', query],
    queryFn: ({ pageParam }) =>
      call(contract.listUsers, { query: pageParam === null ? query : { ...query, after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** Reloads the list and the stats after a change of a user. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['admin'] })
}
