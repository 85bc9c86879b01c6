import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showSuccess, showToast } from '../../../web/ui/toast.ts'
import { refreshStatus } from './billing-api.ts'

const refreshDelayMs = 2000

export function useCheckoutReturn(): void {
  const { success, canceled } = useSearch({ from: '/settings' })
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (success === undefined && canceled === undefined) return
    if (success !== undefined) {
      showSuccess('Payment Successful!', 'Your subscription is being updated.')
      // Not canceled when the URL is cleared below: the payment still needs it.
      setTimeout(() => void refreshStatus(client).catch(() => undefined), refreshDelayMs)
    } else {
      showToast({
        title: 'Payment Canceled',
        description: 'Nothing was charged, and your plan hasn’t changed.',
      })
    }
    void navigate({ to: '/settings', search: {}, state: { settingsTab: 'subscription' }, replace: true })
  }, [success, canceled, client, navigate])
}
