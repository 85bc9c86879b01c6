import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getSeries, listSeries, listSeriesInvoices } from '../contract.ts'

export const seriesListQuery = infiniteQueryOptions({
  queryKey: ['recurring', 'list'],
  queryFn: ({ pageParam }) => call(listSeries, { query: pageParam === null ? {} : { after: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: ['recurring', 'one', id],
    queryFn: () => call(getSeries, { params: { id } }),
  })
}

export function madeInvoicesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['recurring', 'invoices', id],
    queryFn: ({ pageParam }) =>
      call(listSeriesInvoices, { params: { id }, query: pageParam === null ? {} : { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Invalidates everything about recurring invoices after a change. */
export async function refreshSeries(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['recurring'] })
}
