import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'

const pollIntervalMs = 5000

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(contract.getSubscription),
  // Checkout and portal are open in another tab meanwhile, and what was done there is told to us a little later.
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data ? pollIntervalMs : false),
})

/** Asks the card provider, not only our own records. */
export async function refreshStatus(client: QueryClient): Promise<contract.Subscription> {
  const subscription = await call(contract.refreshSubscription)
  // An older answer that is still on its way must not take its place.
  await client.cancelQueries({ queryKey: subscriptionQuery.queryKey })
  client.setQueryData(subscriptionQuery.queryKey, subscription)
  return subscription
}
