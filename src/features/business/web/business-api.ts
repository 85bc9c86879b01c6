import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getBusiness } from '../contract.ts'

export const businessQuery = queryOptions({ queryKey: ['business'], queryFn: () => call(getBusiness) })
