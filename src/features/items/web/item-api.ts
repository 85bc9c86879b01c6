import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { listItems } from '../contract.ts'
import { listedItems } from '../rules.ts'

export const itemsKey = ['items'] as const

export function itemsQuery(search: string) {
  return queryOptions({
    queryKey: [...itemsKey, search],
    queryFn: () => call(listItems, { query: { search, limit: listedItems } }),
  })
}
