import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import { getTimer, listBillable, listTime } from '../contract.ts'

export function timeQuery(clientId: string) {
  return pagedQuery(['time', 'of', clientId], (query) => call(listTime, { query: { clientId, ...query } }))
}

export const timerQuery = queryOptions({ queryKey: ['time', 'timer'], queryFn: () => call(getTimer) })

export function billableQuery(clientId: string, invoiceId: string | null) {
  return queryOptions({
    queryKey: ['time', 'billable', clientId, invoiceId],
    queryFn: () => call(listBillable, { query: invoiceId === null ? { clientId } : { clientId, invoiceId } }),
    // Both change elsewhere: on the page of the client and in the list of expenses.
    staleTime: 0,
  })
}

/** Loads again whatever shows time. */
export async function refreshTime(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['time'] })
}
