import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { approveInvoice } from '../../approval/contract.ts'
import type { Invoice } from '../../contract.ts'
import { invoiceQuery, refreshInvoices } from '../invoice-api.ts'
import { approvedText } from './saved-text.ts'

/** Approves the version of the invoice that the page shows. */
export function useApprove({ id, version }: Pick<Invoice, 'id' | 'version'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(approveInvoice, { params: { id }, body: { version } }),
    onSuccess: async (approved) => {
      client.setQueryData(invoiceQuery(id).queryKey, approved)
      showSuccess('Invoice Approved', approvedText(approved))
      await refreshInvoices(client)
    },
    onError: async (error) => {
      if (isOutdated(error)) await refreshInvoices(client)
      showError('Not Approved', decisionMessage(error))
    },
  })
}

/** Whether the page shows an invoice that is no longer so. */
export const isOutdated = (error: unknown) => error instanceof ApiError && error.status === 409

export function decisionMessage(error: unknown): string {
  if (error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE') {
    return 'The invoice was changed in the meantime. This is the newer version. Please look at it again.'
  }
  return messageOf(error, 'Please try again.')
}
