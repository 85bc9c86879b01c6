import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getProfile } from '../contract.ts'

export const profileQuery = queryOptions({
  // Below ['business'], so that whatever changes the business brings it up to date as well.
  queryKey: ['business', 'profile'],
  queryFn: () => call(getProfile),
})
