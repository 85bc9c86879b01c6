import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { getApprovalLimit, getInvoiceApproval, listWaitingInvoices } from '../../approval/contract.ts'

/** Below ['business'], because a change of the home currency changes it too. */
export const approvalLimitQuery = queryOptions({
  queryKey: ['business', 'approval-limit'],
  queryFn: () => call(getApprovalLimit),
})

export const waitingInvoicesQuery = queryOptions({
  queryKey: ['invoices', 'waiting'],
  queryFn: () => call(listWaitingInvoices),
})

export function invoiceApprovalQuery(id: string) {
  return queryOptions({
    queryKey: ['invoices', 'approval', id],
    queryFn: () => call(getInvoiceApproval, { params: { id } }),
  })
}
