import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import { getPayout, listPayouts } from '../contract.ts'

export const payoutsQuery = pagedQuery(['payouts', 'list'], (query) => call(listPayouts, { query }))

export function payoutQuery(id: string) {
  return queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: () => call(getPayout, { params: { id } }),
  })
}

export function refreshPayouts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['payouts'] })
}
