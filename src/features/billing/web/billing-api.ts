import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'

const pollIntervalMs = 5000

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call(contract.getSubscription),
  // The owner uses the checkout and the portal in another tab, and their result arrives a little later.
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data ? pollIntervalMs : false),
})

/** Makes the server read the subscription from the card provider. */
export async function refreshStatus(client: QueryClient): Promise<contract.Subscription> {
  const subscription = await call(contract.refreshSubscription)
  // An older response that is still in flight must not replace this one.
  await client.cancelQueries({ queryKey: subscriptionQuery.queryKey })
  client.setQueryData(subscriptionQuery.queryKey, subscription)
  return subscription
}
