import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getBankConnection, getBanking, getSecurityReport, syncBanks } from '../contract.ts'

const pollIntervalMs = 700
/** After about 20 seconds the page stops waiting. The sync goes on in the background. */
const maxPolls = 28

export const bankingQuery = queryOptions({
  queryKey: ['banking', 'all'],
  queryFn: () => call(getBanking),
})

/** The page leaves the report out when it fails to load. */
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

export async function syncAndWait(client: QueryClient): Promise<void> {
  let { connections } = await call(syncBanks)
  for (let poll = 0; poll < maxPolls && connections.some(({ isSyncing }) => isSyncing); poll++) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    const banking = await call(getBanking)
    client.setQueryData(bankingQuery.queryKey, banking)
    connections = banking.connections
  }
  await refreshBanking(client)
}
