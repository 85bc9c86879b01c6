import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import type { DocumentStyle } from '../../business/contract.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { getDocumentStyle, getTemplate, listTemplates, saveDocumentStyle } from '../contract.ts'

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

export const lookQuery = queryOptions({
  queryKey: ['templates', 'look'],
  queryFn: () => call(getDocumentStyle),
})

export async function saveLook(client: QueryClient, style: DocumentStyle): Promise<void> {
  const saved = await call(saveDocumentStyle, { body: style })
  await client.cancelQueries({ queryKey: lookQuery.queryKey })
  client.setQueryData(lookQuery.queryKey, saved)
  // The preview of a new invoice reads the style from the business.
  void client.invalidateQueries({ queryKey: businessQuery.queryKey, exact: true })
}
