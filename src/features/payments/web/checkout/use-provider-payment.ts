import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../../web/api-client.ts'
import { useLeave } from '../../../../web/use-leave.ts'
import { startCheckout } from '../../contract.ts'
import type { ProviderMethod } from '../../rules.ts'
import { refreshPayment } from './payment-api.ts'
import { explainRefusal, isInvoiceChange, showPaymentError } from './payment-refusal.ts'

export function useProviderPayment(id: string, method: ProviderMethod, onFailure: () => void) {
  const client = useQueryClient()
  // The invoice may have changed while this page was in the back-forward cache.
  const refresh = useCallback(() => void refreshPayment(client, id), [client, id])
  const { leaving, leaveFor } = useLeave(refresh)
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(startCheckout, { params: { id }, body: { method } }),
    onSuccess: ({ url }) => {
      if (url !== null) return leaveFor(url)
      showPaymentError('No payment URL received')
      onFailure()
    },
    onError: (error) => {
      if (!isInvoiceChange(error)) onFailure()
      return explainRefusal(client, id, error)
    },
  })
  return { busy: isPending || leaving, pay: () => mutate() }
}
