import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getBusiness, getProfile } from '../contract.ts'

export const businessQuery = queryOptions({ queryKey: ['business'], queryFn: () => call(getBusiness) })

export const profileQuery = queryOptions({
  // Below ['business'], so that invalidating the business refreshes the profile too.
  queryKey: ['business', 'profile'],
  queryFn: () => call(getProfile),
})
