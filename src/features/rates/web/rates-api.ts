import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { type OwnRate, deleteRate, listRates, saveRate } from '../contract.ts'

const ratesKey = 'rates'

/** With another home currency all rates are others. */
export const ratesQuery = (home: string) =>
  queryOptions({ queryKey: [ratesKey, home], queryFn: () => call(listRates) })

/** The sums of all pages depend on rates. */
async function refreshRates(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ refetchType: 'none' })
  await client.invalidateQueries({ queryKey: [ratesKey] })
}

export async function saveOwnRate(
  client: QueryClient,
  body: RequestOf<typeof saveRate>['body'],
): Promise<void> {
  await call(saveRate, { body })
  await refreshRates(client)
}

export async function removeOwnRate(client: QueryClient, { currency, day }: OwnRate): Promise<void> {
  await call(deleteRate, { params: { currency, day } })
  await refreshRates(client)
}
