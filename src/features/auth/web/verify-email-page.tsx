import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { call, messageOf } from '../../../web/api-client.ts'
import { refreshSession, useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { verifyEmail } from '../contract.ts'
import { AuthCard } from './auth-card.tsx'
import { useFragment } from './use-fragment.ts'

type Outcome = { kind: 'checking' } | { kind: 'verified' } | { kind: 'failed'; message: string }

const badLink = 'This verification link is invalid or has expired.'

export function VerifyEmailPage() {
  const client = useQueryClient()
  const signedIn = useSession().status === 'signed-in'
  const token = new URLSearchParams(useFragment().slice(1)).get('token')
  const [outcome, setOutcome] = useState<Outcome>(
    token ? { kind: 'checking' } : { kind: 'failed', message: badLink },
  )
  const started = useRef(false)

  useEffect(() => {
    // The token works once, and an effect may run twice.
    if (started.current || !token) return
    started.current = true
    call(verifyEmail, { body: { token } })
      .then(() => {
        setOutcome({ kind: 'verified' })
        return refreshSession(client)
      })
      .catch((error: unknown) => setOutcome({ kind: 'failed', message: messageOf(error, badLink) }))
  }, [client, token])

  return (
    <AuthCard title="Verify Email" description="This confirms that the address of your account is yours.">
      {outcome.kind === 'checking' && (
        <p className="flex items-center justify-center gap-3 py-4 text-muted">
          <Spinner />
          Checking the link...
        </p>
      )}
      {outcome.kind === 'verified' && (
        <output>
          <Notice tone="success" title="Email Verified">
            Thank you. Your address is confirmed.
          </Notice>
        </output>
      )}
      {outcome.kind === 'failed' && (
        <Notice tone="error" title="Verification Link Error">
          <p>{outcome.message}</p>
          <p className="mt-1">
            {signedIn
              ? 'Choose Send again above to get a new one.'
              : 'Sign in, and you can have a new one sent from the notice at the top of the page.'}
          </p>
        </Notice>
      )}
      {outcome.kind !== 'checking' && (
        <Button asChild>
          {signedIn ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign In</Link>}
        </Button>
      )}
    </AuthCard>
  )
}
