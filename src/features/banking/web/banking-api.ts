import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getBankConnection, getBanking, getSecurityReport, syncBanks } from '../contract.ts'

const pollIntervalMs = 700
/** After this long whatever is still under way comes in by itself later. */
const longestLooks = 28

export const bankingQuery = queryOptions({
  queryKey: ['banking', 'all'],
  queryFn: () => call(getBanking),
})

/** What is not known of it is left out of the page: a report that fails to load worries nobody. */
export const securityReportQuery = queryOptions({
  queryKey: ['banking', 'security'],
  queryFn: () => call(getSecurityReport),
})

export function bankConnectionQuery(id: string) {
  return queryOptions({
    queryKey: ['banking', 'one', id],
    queryFn: () => call(getBankConnection, { params: { id } }),
  })
}

export async function refreshBanking(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['banking'] })
}

/** Has what is new fetched from all connected banks, and returns when it is there. */
export async function syncAndWait(client: QueryClient): Promise<void> {
  let { connections } = await call(syncBanks)
  for (let look = 0; look < longestLooks && connections.some(({ isSyncing }) => isSyncing); look++) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    const banking = await call(getBanking)
    client.setQueryData(bankingQuery.queryKey, banking)
    connections = banking.connections
  }
  await refreshBanking(client)
}
