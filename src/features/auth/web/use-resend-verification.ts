import { useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { showFailure, showSuccess } from '../../../web/outcome-toasts.ts'
import type { resendVerification } from '../contract.ts'

// Spelled out, so that no page loads the schemas of the contract.
const route: Pick<typeof resendVerification, 'method' | 'path'> = {
  method: 'post',
  path: '/api/v1/auth/resend-verification',
}

export function useResendVerification(email: string) {
  const [busy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    try {
      await call<typeof resendVerification>(route)
      showSuccess('Email Sent', `A new link is on its way to ${email}.`)
    } catch (error) {
      showFailure('Email Error', error, 'The mail could not be sent. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return { busy, resend: () => void resend() }
}
