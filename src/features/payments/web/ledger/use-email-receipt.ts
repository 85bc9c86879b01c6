import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import { emailPaymentReceipt } from '../../contract.ts'

export function useEmailReceipt(invoiceId: string, paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(emailPaymentReceipt, { params: { id: invoiceId, paymentId } }),
    onSuccess: async ({ to, state }) => {
      if (state === 'held') {
        showToast({
          title: 'Receipt Waiting',
          description: `It goes out to ${to} once you have confirmed your own email address.`,
        })
      } else {
        showSuccess('Receipt Sent', `The receipt is on its way to ${to}.`)
      }
      await refreshInvoices(client)
    },
    onError: (error) => showError('Receipt Not Sent', messageOf(error, 'Please try again.')),
  })
}
