import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type Integrations, getIntegrations, listSecurityActivity } from '../contract.ts'

const pollIntervalMs = 3000

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => call(getIntegrations),
  // On coming back to the page, what another tab saved is there.
  staleTime: 0,
  // They may leave at any moment, above all after saving.
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.email.waiting !== null && pollIntervalMs,
})

export const securityActivityQuery = infiniteQueryOptions({
  queryKey: ['security-activity'],
  queryFn: ({ pageParam }) =>
    call(listSecurityActivity, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // What is done on the other tabs is noted here.
  staleTime: 0,
})

/** Whatever another tab or device saved, before something is written over it. */
export async function askAgain(client: QueryClient): Promise<Integrations> {
  const latest = await call(getIntegrations)
  client.setQueryData(integrationsQuery.queryKey, latest)
  return latest
}

/** Takes over the part that was changed: the answer to another change may have come in between. */
export async function rememberChange(
  client: QueryClient,
  part: keyof Integrations,
  answer: Integrations,
): Promise<void> {
  await client.cancelQueries({ queryKey: integrationsQuery.queryKey })
  client.setQueryData(integrationsQuery.queryKey, (before) => {
    // Which accounts there are decides that one.
    const { areTestsAllowed } = answer
    return before && { ...before, areTestsAllowed, [part]: answer[part] }
  })
  // The change is noted there, and the switch stands above the list.
  void client.invalidateQueries({ queryKey: securityActivityQuery.queryKey })
}
