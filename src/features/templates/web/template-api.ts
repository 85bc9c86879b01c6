import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { getTemplate, listTemplates } from '../contract.ts'

export type TemplateListItem = ResponseOf<typeof listTemplates>['templates'][number]

export const templateListQuery = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: () => call(listTemplates),
})

export function templateQuery(id: string) {
  return queryOptions({
    queryKey: ['templates', 'one', id],
    queryFn: () => call(getTemplate, { params: { id } }),
  })
}

export async function refreshTemplates(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['templates'] })
}
