import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type PeriodSettings, getPeriodSettings } from '../contract.ts'

export const periodSettingsQuery = queryOptions({
  queryKey: ['periods'],
  queryFn: () => call(getPeriodSettings),
})

/** Shows the settings as a request returned them. All reports depend on them. */
export async function showPeriodSettings(client: QueryClient, saved: PeriodSettings): Promise<void> {
  client.setQueryData(periodSettingsQuery.queryKey, saved)
  await client.invalidateQueries({ queryKey: ['reports'] })
}
