import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getTestPayments } from '../contract.ts'

/** Under the key of invoices, so that refreshing the invoices also refreshes this. */
export const testPaymentsQuery = queryOptions({
  queryKey: ['invoices', 'test-payments'],
  queryFn: () => call(getTestPayments),
  staleTime: 0,
})
