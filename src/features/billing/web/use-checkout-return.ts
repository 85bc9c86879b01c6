import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showToast } from '../../../web/ui/toast.ts'
import { refreshStatus } from './billing-api.ts'

const checkAgainMs = 2000

/** Back from the payment page: says how it went, looks again a little later, and clears the address. */
export function useCheckoutReturn(): void {
  const { success, canceled } = useSearch({ from: '/settings' })
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (success === undefined && canceled === undefined) return
    if (success !== undefined) {
      showToast({
        title: 'Payment Successful!',
        description: 'Your subscription is being updated.',
        tone: 'success',
      })
      // Not undone when the address is cleared below: the look is owed to the payment, not to the address.
      setTimeout(() => void refreshStatus(client).catch(() => undefined), checkAgainMs)
    } else {
      showToast({ title: 'Payment Canceled', description: 'Nothing was charged and your plan is as before.' })
    }
    void navigate({ to: '/settings', search: {}, state: { settingsTab: 'subscription' }, replace: true })
  }, [success, canceled, client, navigate])
}
