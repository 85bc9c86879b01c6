import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { RequestOf } from '../../../../shared/endpoint.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { PlanLimitDialog } from '../../../invoices/web/actions/plan-limit-dialog.tsx'
import { invoiceQuery } from '../../../invoices/web/invoice-api.ts'
import { type Estimate, type InvoicedPart, invoiceEstimate } from '../../contract.ts'
import { refreshEstimates, refreshWithInvoices } from '../estimate-api.ts'

type SendOption = RequestOf<typeof invoiceEstimate>['body']['sendOption']
interface WantedInvoice {
  part: InvoicedPart
  sendOption?: SendOption
}

/** Makes an invoice from an estimate and leads to it. */
export function useMakeInvoice({ id, leftMinor }: Pick<Estimate, 'id' | 'leftMinor'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // The same id for every attempt: if a response is lost, the invoice is still made only once.
  const requestId = useRef<string>(undefined)
  // Undefined until the limit is first reached; null after the dialog was closed.
  const [limitMessage, setLimitMessage] = useState<string | null>()
  const making = useMutation({
    mutationFn: ({ part, sendOption }: WantedInvoice) => {
      requestId.current ??= newRequestId()
      const body = { requestId: requestId.current, part, leftMinor, ...(sendOption && { sendOption }) }
      return call(invoiceEstimate, { params: { id }, body })
    },
    onSuccess: async (invoice) => {
      requestId.current = undefined
      client.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
      await refreshWithInvoices(client)
      await navigate({ to: '/invoices/$id', params: { id: invoice.id } })
      showSuccess(
        'Invoice Created',
        `Invoice ${invoice.number} over ${formatMoney(invoice.totals.totalMinor, invoice)} was made from the estimate.${invoice.approval === null ? '' : ' It waits for approval.'}`,
      )
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return
      requestId.current = undefined
      if (error.status === 409) await refreshEstimates(client)
    },
  })
  return {
    making,
    makeWhole: () => {
      if (making.isPending) return
      making.mutate(
        { part: { kind: 'rest' } },
        {
          onError: (error) => {
            if (error instanceof ApiError && error.code === 'PLAN_LIMIT_REACHED') {
              setLimitMessage(error.message)
              return
            }
            showError(
              'Error creating invoice',
              messageOf(error, 'Failed to create the invoice. Please try again.'),
            )
          },
        },
      )
    },
    limitDialog: limitMessage !== undefined && (
      <PlanLimitDialog message={limitMessage} onClose={() => setLimitMessage(null)} />
    ),
  }
}
