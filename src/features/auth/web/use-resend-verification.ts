import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import type { resendVerification } from '../contract.ts'

// Only the types come from the contract: the notice is part of every page, and the schemas would add to its
// size.
const route: Pick<typeof resendVerification, 'method' | 'path'> = {
  method: 'post',
  path: '/api/v1/auth/resend-verification',
}

/** Sends the verification mail again and shows a toast. */
export function useResendVerification(email: string) {
  const [busy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    try {
      await call<typeof resendVerification>(route)
      showToast({
        title: 'Email Sent',
        description: `A new link is on its way to ${email}.`,
        tone: 'success',
      })
    } catch (error) {
      showToast({
        title: 'Email Error',
        description: messageOf(error, 'The mail could not be sent. Please try again.'),
        tone: 'error',
      })
    } finally {
      setBusy(false)
    }
  }
  return { busy, resend: () => void resend() }
}
