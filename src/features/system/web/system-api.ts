import { type QueryClient, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { getSystem, listAuditLog, listFailedJobs } from '../contract.ts'

const pollIntervalMs = 15_000

export const systemQuery = queryOptions({
  queryKey: ['admin', 'system'],
  queryFn: () => call(getSystem),
  staleTime: 0,
  refetchInterval: pollIntervalMs,
})

export const failedJobsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'failed-jobs'],
  queryFn: ({ pageParam }) => call(listFailedJobs, { query: { after: pageParam ?? undefined } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  refetchInterval: pollIntervalMs,
})

export function auditLogQuery(filters: Pick<QueryOf<typeof listAuditLog>, 'action' | 'person'>) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'audit-log', filters],
    queryFn: ({ pageParam }) => call(listAuditLog, { query: { ...filters, after: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Actions on the other admin pages add entries here.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Reloads the figures and the list below them together, so that they agree. */
export async function refreshSystem(client: QueryClient): Promise<void> {
  await Promise.all(
    [systemQuery, failedJobsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
  )
}
