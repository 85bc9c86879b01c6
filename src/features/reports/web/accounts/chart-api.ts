import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { type Chart, getChart } from '../../ledger/contract.ts'

export const chartQuery = queryOptions({
  queryKey: ['report-accounts'],
  queryFn: () => call(getChart),
})

export function showChart(client: QueryClient, saved: Chart): void {
  client.setQueryData(chartQuery.queryKey, saved)
}
