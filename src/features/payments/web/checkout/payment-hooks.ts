import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { useLeave } from '../../../../web/use-leave.ts'
import { payDemo, startCheckout } from '../../contract.ts'
import { type ProviderMethod, demoPaymentDelayMs } from '../../rules.ts'
import { refreshPayment } from './payment-api.ts'

export interface Choices {
  /** Pays all parts of the invoice at once instead of those that are due. */
  whole: boolean
  /** The client agrees that the card is saved. */
  savesCard: boolean
}

export function useProviderPayment(id: string, method: ProviderMethod, onFailure: () => void) {
  const client = useQueryClient()
  // The invoice may have changed while this page was in the back-forward cache.
  const refresh = useCallback(() => void refreshPayment(client, id), [client, id])
  const { leaving, leaveFor } = useLeave(refresh)
  const { isPending, mutate } = useMutation({
    mutationFn: ({ whole, savesCard }: Choices) =>
      call(startCheckout, {
        params: { id },
        body: { method, ...(whole && { whole }), ...(savesCard && method === 'card' && { savesCard }) },
      }),
    onSuccess: ({ url }) => {
      if (url) return leaveFor(url)
      showError('Payment Error', 'No payment URL received')
      onFailure()
    },
    onError: (error) => {
      if (!isInvoiceChange(error)) onFailure()
      return explainRefusal(client, id, error)
    },
  })
  return { busy: isPending || leaving, pay: mutate }
}

/** Waits about as long as a card payment takes, then pays without moving money. */
export function useDemoPayment(id: string) {
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: async ({ whole }: Choices) => {
      await new Promise((resolve) => setTimeout(resolve, demoPaymentDelayMs))
      await call(payDemo, { params: { id }, query: whole ? { whole: 'true' } : {} })
    },
    onSuccess: async () => {
      showSuccess('Payment Successful')
      await refreshPayment(client, id)
    },
    onError: (error) => explainRefusal(client, id, error),
  })
  return { busy: isPending, pay: mutate }
}

/** Refusals that are not failures: the invoice has changed since the page loaded. */
const invoiceChanges: Partial<Record<ApiError['code'], { title: string; description?: string }>> = {
  INVOICE_PAID: {
    title: 'Already paid',
    description: 'This invoice was paid in the meantime. Nothing more was charged.',
  },
  PAYMENT_UNDER_WAY: {
    title: 'A payment is on its way',
    description: 'It’s being confirmed. You don’t need to pay again.',
  },
  INVOICE_DISPUTED: { title: 'A payment is disputed' },
  NOTHING_TO_PAY: { title: 'Nothing to pay' },
}

function isInvoiceChange(error: unknown): boolean {
  return error instanceof ApiError && invoiceChanges[error.code] !== undefined
}

/** Shows why a payment did not start, and refreshes the page if the invoice has changed. */
async function explainRefusal(client: QueryClient, id: string, error: unknown): Promise<void> {
  const found = error instanceof ApiError ? invoiceChanges[error.code] : undefined
  if (found) showToast({ description: messageOf(error, ''), ...found })
  else showError('Payment Error', messageOf(error, 'There was a problem processing your payment'))
  if (found || (error instanceof ApiError && error.code === 'DEMO_PAYMENTS_OFF'))
    await refreshPayment(client, id)
}
