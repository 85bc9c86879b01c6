import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { publicInvoiceQuery, refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import * as contract from '../../contract.ts'
import { pollAfterMs } from './look-again.ts'

export function paymentOptionsQuery(id: string) {
  return queryOptions({
    queryKey: ['payment-options', id],
    queryFn: () => call(contract.getPaymentOptions, { params: { id } }),
  })
}

/** Asking is noting here: the server looks up how the visit to the provider's page ended, as often as it is asked. */
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

/** Something was paid, or may have been: what is known of the invoice is out of date. */
export async function refreshPayment(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: publicInvoiceQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: paymentOptionsQuery(id).queryKey }),
    refreshInvoices(client),
  ])
}
