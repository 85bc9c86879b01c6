import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { publicInvoiceQuery, refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import * as contract from '../../contract.ts'
import { pollAfterMs } from './poll-after-ms.ts'

export function paymentOptionsQuery(id: string) {
  return queryOptions({
    queryKey: ['payment-options', id],
    queryFn: () => call(contract.getPaymentOptions, { params: { id } }),
  })
}

/** Each request makes the server read the checkout session from the provider and record its state. */
export function confirmationQuery(id: string, sessionId: string | null) {
  return queryOptions({
    queryKey: ['payment-confirmation', id, sessionId],
    queryFn: () => call(contract.confirmPayment, { params: { id }, body: { sessionId } }),
    refetchOnWindowFocus: ({ state: { data } }) =>
      data !== undefined && data.state !== 'confirmed' ? 'always' : false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'pending' && pollAfterMs(dataUpdateCount),
  })
}

/** Refreshes everything that shows the invoice, after a payment was or may have been made. */
export async function refreshPayment(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: publicInvoiceQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: paymentOptionsQuery(id).queryKey }),
    refreshInvoices(client),
  ])
}
