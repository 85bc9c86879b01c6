import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { getInvoiceLateFees } from '../../late-fees/contract.ts'

/** Below ['invoices'], so that refreshing the invoices refreshes the late fees too. */
export function invoiceLateFeesQuery(invoiceId: string) {
  return queryOptions({
    queryKey: ['invoices', 'late-fees', invoiceId],
    queryFn: () => call(getInvoiceLateFees, { params: { id: invoiceId } }),
  })
}
