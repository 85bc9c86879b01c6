import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type Integrations, getIntegrations, listSecurityActivity } from '../contract.ts'

const pollIntervalMs = 3000

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => call(getIntegrations),
  // On returning to the page, shows what another tab saved.
  staleTime: 0,
  // Waiting mails can be sent at any moment, especially after saving.
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.email.waiting !== null && pollIntervalMs,
})

export const securityActivityQuery = infiniteQueryOptions({
  queryKey: ['security-activity'],
  queryFn: ({ pageParam }) =>
    call(listSecurityActivity, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // Changes on the other tabs add entries here.
  staleTime: 0,
})

/** Reads what another tab or device saved, before overwriting it. */
export async function reloadIntegrations(client: QueryClient): Promise<Integrations> {
  const latest = await call(getIntegrations)
  client.setQueryData(integrationsQuery.queryKey, latest)
  return latest
}

/** Applies only the part that was changed: the response to another change may have arrived in between. */
export async function rememberChange(
  client: QueryClient,
  part: keyof Integrations,
  answer: Integrations,
): Promise<void> {
  await client.cancelQueries({ queryKey: integrationsQuery.queryKey })
  client.setQueryData(integrationsQuery.queryKey, (before) => {
    // This value depends on all accounts together.
    const { areTestsAllowed } = answer
    return before && { ...before, areTestsAllowed, [part]: answer[part] }
  })
  // The change adds an entry there, and the switch is above the list.
  void client.invalidateQueries({ queryKey: securityActivityQuery.queryKey })
}
