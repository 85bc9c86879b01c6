import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { pagedQuery } from '../../../../web/paged-query.ts'
import { getClientTimeline, listClientInvoices } from '../../client/contract.ts'

export type InvoiceCursor = { after: string } | { before: string } | null

export function clientInvoicesQuery(id: string, cursor: InvoiceCursor) {
  return queryOptions({
    queryKey: ['clients', 'invoices', id, cursor],
    queryFn: () => call(listClientInvoices, { params: { id }, query: cursor ?? {} }),
    placeholderData: keepPreviousData,
  })
}

export function clientTimelineQuery(id: string) {
  return pagedQuery(['clients', 'timeline', id], (query) =>
    call(getClientTimeline, { params: { id }, query }),
  )
}
