import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import type { ListCursor } from '../../../../web/lists/paged-card.tsx'
import { pagedQuery } from '../../../../web/paged-query.ts'
import { getClientTimeline, listClientInvoices } from '../../client/contract.ts'

export function clientInvoicesQuery(id: string, cursor: ListCursor) {
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
