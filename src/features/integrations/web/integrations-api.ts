import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { call } from '../../../web/api-client.ts'
import { type Integrations, getIntegrations, listSecretAccesses } from '../contract.ts'

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => call(getIntegrations),
})

export const secretAccessesQuery = infiniteQueryOptions({
  queryKey: ['secret-accesses'],
  queryFn: ({ pageParam }) =>
    call(listSecretAccesses, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // What is done on the other tabs is noted here.
  staleTime: 0,
})

/** Takes over the part that was changed: the answer to another change may have come in between. */
export async function rememberChange(
  client: QueryClient,
  part: keyof Integrations,
  answer: Integrations,
): Promise<void> {
  await client.cancelQueries({ queryKey: integrationsQuery.queryKey })
  client.setQueryData(integrationsQuery.queryKey, (before) => before && { ...before, [part]: answer[part] })
}
