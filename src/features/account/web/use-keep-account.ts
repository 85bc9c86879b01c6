import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { showFailure, showSuccess } from '../../../web/outcome-toasts.ts'
import { refreshSession } from '../../auth/web/session.ts'
import type { cancelDeletion } from '../contract.ts'

// Spelled out, so that no page loads the schemas of the contract.
const route: Pick<typeof cancelDeletion, 'method' | 'path'> = {
  method: 'delete',
  path: '/api/v1/account/deletion',
}

export function useKeepAccount() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function keep() {
    setBusy(true)
    try {
      await call<typeof cancelDeletion>(route)
      await refreshSession(client)
      showSuccess('Account Kept', 'Your account will not be deleted.')
      // The button that had the focus has been removed.
      document.querySelector('main')?.focus({ preventScroll: true })
    } catch (error) {
      showFailure('Account Not Kept', error, 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return { busy, keep: () => void keep() }
}
