import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getProfile } from '../contract.ts'

export const profileQuery = queryOptions({
  // Below ['business'], so that invalidating the business refreshes the profile too.
  queryKey: ['business', 'profile'],
  queryFn: () => call(getProfile),
})
