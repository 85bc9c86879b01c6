import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import { searchLength } from '../rules.ts'
import type { AdminUrlState } from './admin-url-state.ts'

export const platformStatsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: () => call(contract.getPlatformStats),
})

export function userListQuery({ search, show }: Pick<AdminUrlState, 'search' | 'show'>) {
  // An address that somebody wrote by hand asks a good question too.
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

/** Somebody was made something else: the list and the figures are out of date. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['admin'] })
}
