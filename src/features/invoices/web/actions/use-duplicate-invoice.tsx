import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { duplicateInvoice } from '../../contract.ts'
import { invoiceQuery, refreshInvoices } from '../invoice-api.ts'
import { PlanLimitDialog } from './plan-limit-dialog.tsx'

export function useDuplicateInvoice(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Undefined until the limit is first reached; null after the dialog was closed.
  const [limitMessage, setLimitMessage] = useState<string | null>()
  const copying = useMutation({
    mutationFn: () => call(duplicateInvoice, { params: { id } }),
    onSuccess: async (copy) => {
      await refreshInvoices(client)
      client.setQueryData(invoiceQuery(copy.id).queryKey, copy)
      await navigate({ to: '/invoices/$id/edit', params: { id: copy.id } })
      showSuccess(
        'Invoice Duplicated',
        `This is the copy, dated today. It ${copy.approval === null ? 'hasn’t been sent' : 'waits for approval'}.`,
      )
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PLAN_LIMIT_REACHED') setLimitMessage(error.message)
      else
        showError(
          'Error duplicating invoice',
          messageOf(error, 'Failed to duplicate the invoice. Please try again.'),
        )
    },
  })
  return {
    duplicate: () => {
      if (!copying.isPending) copying.mutate()
    },
    duplicating: copying.isPending,
    limitDialog: limitMessage !== undefined && (
      <PlanLimitDialog message={limitMessage} onClose={() => setLimitMessage(null)} />
    ),
  }
}
