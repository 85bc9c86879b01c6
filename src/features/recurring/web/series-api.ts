import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import { getSeries, listSeries, listSeriesInvoices } from '../contract.ts'

export const seriesListQuery = pagedQuery(['recurring', 'list'], (query) => call(listSeries, { query }))

export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: ['recurring', 'one', id],
    queryFn: () => call(getSeries, { params: { id } }),
  })
}

export function madeInvoicesQuery(id: string) {
  return pagedQuery(['recurring', 'invoices', id], (query) =>
    call(listSeriesInvoices, { params: { id }, query }),
  )
}

/** Invalidates everything about recurring invoices after a change. */
export async function refreshSeries(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['recurring'] })
}
