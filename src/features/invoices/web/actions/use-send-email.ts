import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import { messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import type { emailInvoice } from '../../contract.ts'
import { refreshInvoices } from '../invoice-api.ts'

interface Texts {
  waiting: string
  sent: string
  failed: string
  /** Shown if the server gives no reason. */
  fallback: string
}

/** Emails an invoice, an estimate, a receipt, a credit note or a statement to the client, and says whether it was sent. */
export function useSendEmail(
  what: 'invoice' | 'estimate' | 'receipt' | 'credit note' | 'statement',
  send: () => Promise<ResponseOf<typeof emailInvoice>>,
  { waiting, sent, failed, fallback }: Texts,
  refresh: (client: QueryClient) => Promise<void> = refreshInvoices,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ to, state }) => {
      if (state === 'held') {
        showToast({
          title: waiting,
          description: `It will be sent to ${to} once you’ve confirmed your own email address.`,
        })
      } else {
        showSuccess(sent, `The ${what} is on its way to ${to}.`)
      }
      await refresh(client)
    },
    onError: (error) => showError(failed, messageOf(error, fallback)),
  })
}
