import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { call, messageOf } from '../../../web/api-client.ts'
import { refreshSession, useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { type Session, verifyEmail } from '../contract.ts'
import { AuthCard } from './auth-card.tsx'
import { useFragment } from './use-fragment.ts'
import { useResendVerification } from './use-resend-verification.ts'

type Outcome = { kind: 'checking' } | { kind: 'verified' } | { kind: 'failed'; message: string }

const badLink = 'This verification link is invalid or has expired.'

export function VerifyEmailPage() {
  const client = useQueryClient()
  const state = useSession()
  const session = state.status === 'signed-in' ? state.session : undefined
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
          <p className="mt-1">{wayOn(session)}</p>
        </Notice>
      )}
      {outcome.kind === 'failed' && session?.user.emailVerified === false && (
        <ResendButton email={session.user.email} />
      )}
      {outcome.kind !== 'checking' && (
        <Button asChild variant={outcome.kind === 'failed' && session ? 'secondary' : 'primary'}>
          {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign In</Link>}
        </Button>
      )}
    </AuthCard>
  )
}

function wayOn(session: Session | undefined): string {
  if (!session) return 'Sign in to have a new one sent.'
  return session.user.emailVerified ? 'Your address is confirmed already.' : 'You can have a new one sent.'
}

function ResendButton({ email }: { email: string }) {
  const { busy, resend } = useResendVerification(email)
  return (
    <Button busy={busy} busyLabel="Sending..." onClick={resend}>
      Send a new link
    </Button>
  )
}
