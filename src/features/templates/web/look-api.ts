import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import type { DocumentStyle } from '../../business/contract.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { getDocumentStyle, saveDocumentStyle } from '../contract.ts'

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
