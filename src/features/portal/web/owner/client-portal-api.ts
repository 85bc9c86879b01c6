import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { pagedQuery } from '../../../../web/paged-query.ts'
import { getClientPortal, listClientMessages } from '../../owner/contract.ts'

export function clientPortalQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'portal', id],
    queryFn: () => call(getClientPortal, { params: { id } }),
  })
}

export function clientMessagesQuery(id: string) {
  return pagedQuery(['clients', 'messages', id], (query) =>
    call(listClientMessages, { params: { id }, query }),
  )
}
