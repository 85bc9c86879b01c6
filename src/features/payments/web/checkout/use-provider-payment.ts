import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../../web/api-client.ts'
import { useLeave } from '../../../../web/use-leave.ts'
import { startCheckout } from '../../contract.ts'
import type { ProviderMethod } from '../../rules.ts'
import { refreshPayment } from './payment-api.ts'
import { explainRefusal, isNews, showPaymentError } from './payment-refusal.ts'

/** Leads to the page of the card provider or of PayPal, on which the invoice is paid. */
export function useProviderPayment(id: string, method: ProviderMethod, onFailure: () => void) {
  const client = useQueryClient()
  // Much may have happened while this page was out of sight.
  const lookAgain = useCallback(() => void refreshPayment(client, id), [client, id])
  const { leaving, leaveFor } = useLeave(lookAgain)
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(startCheckout, { params: { id }, body: { method } }),
    onSuccess: ({ url }) => {
      if (url !== null) return leaveFor(url)
      showPaymentError('No payment URL received')
      onFailure()
    },
    onError: (error) => {
      if (!isNews(error)) onFailure()
      return explainRefusal(client, id, error)
    },
  })
  return { busy: isPending || leaving, pay: () => mutate() }
}
