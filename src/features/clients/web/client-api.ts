import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'

export function clientsQuery(search: string) {
  return queryOptions({
    queryKey: ['clients', 'list', search],
    queryFn: () => call(contract.listClients, { query: search === '' ? {} : { search } }),
  })
}

type ClientFilters = RequestOf<typeof contract.listClientsWithSums>['query']

export function clientListQuery(filters: ClientFilters) {
  return queryOptions({
    queryKey: ['clients', 'sums', filters],
    queryFn: () => call(contract.listClientsWithSums, { query: filters }),
    placeholderData: keepPreviousData,
  })
}

export function clientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: () => call(contract.getClient, { params: { id } }),
  })
}

export function mergePreviewQuery(from: string, into: string) {
  return queryOptions({
    queryKey: ['clients', 'merge', from, into],
    queryFn: () => call(contract.previewMerge, { params: { id: from, clientId: into } }),
    // It has to be what the merge will find.
    staleTime: 0,
    gcTime: 0,
  })
}

export function refreshClients(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['clients'] })
}
