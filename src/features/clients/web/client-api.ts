import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { listClients } from '../contract.ts'

export function clientsQuery(search: string) {
  return queryOptions({
    queryKey: ['clients', 'list', search],
    queryFn: () => call(listClients, { query: search === '' ? {} : { search } }),
  })
}
