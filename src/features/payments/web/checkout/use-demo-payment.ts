import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { showSuccess } from '../../../../web/outcome-toasts.ts'
import { payDemo } from '../../contract.ts'
import { demoPaymentDelayMs } from '../../rules.ts'
import { refreshPayment } from './payment-api.ts'
import { explainRefusal } from './payment-refusal.ts'

/** Waits about as long as a card payment takes, then pays without moving money. */
export function useDemoPayment(id: string) {
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, demoPaymentDelayMs))
      await call(payDemo, { params: { id } })
    },
    onSuccess: async () => {
      showSuccess('Payment Successful')
      await refreshPayment(client, id)
    },
    onError: (error) => explainRefusal(client, id, error),
  })
  return { busy: isPending, pay: () => mutate() }
}
