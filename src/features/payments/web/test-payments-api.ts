import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getTestPayments } from '../contract.ts'

/** Among the queries of invoices, so that whatever refreshes those refreshes this. */
export const testPaymentsQuery = queryOptions({
  queryKey: ['invoices', 'test-payments'],
  queryFn: () => call(getTestPayments),
  staleTime: 0,
})
