import { useState } from 'react'
import { call, messageOf, receivedUrl } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { showError, showToast } from '../../../web/ui/toast.ts'
import { signInWithGoogle } from '../contract.ts'
import { useSession } from './session.ts'

export function GoogleButton({ returnTo }: { returnTo: string | undefined }) {
  const state = useSession()
  const [busy, setBusy] = useState(false)

  async function start() {
    if (!('google' in state && state.google)) {
      showToast({
        title: 'Coming Soon',
        description: 'Signing in with Google is not available here yet.',
      })
      return
    }
    setBusy(true)
    try {
      const answer = await call(signInWithGoogle, { body: returnTo === undefined ? {} : { returnTo } })
      window.location.assign(receivedUrl(answer))
    } catch (error) {
      setBusy(false)
      showError('Login Failed', messageOf(error, 'An error occurred during login.'))
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void start()}>
      <GoogleMark />
      Continue with Google
    </Button>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M18.7 6.6A8.6 8.6 0 1 0 20.6 12H12.4"
      />
    </svg>
  )
}
