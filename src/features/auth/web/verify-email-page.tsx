import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { type Session, verifyEmail } from '../contract.ts'
import { AuthCard } from './auth-card.tsx'
import { ResendVerificationButton } from './resend-verification-button.tsx'
import { refreshSession, useSession } from './session.ts'
import { useFragment } from './use-fragment.ts'

type Outcome = { kind: 'verified'; wasConfirmed: boolean } | { kind: 'failed'; message: string }

const badLink = 'This verification link is invalid or has expired.'

/** Confirms when the user presses the button and not on load, because mail scanners open links. */
export function VerifyEmailPage() {
  const state = useSession()
  const session = state.status === 'signed-in' ? state.session : undefined
  const token = new URLSearchParams(useFragment().slice(1)).get('token')
  const [outcome, setOutcome] = useState<Outcome | undefined>(
    token ? undefined : { kind: 'failed', message: badLink },
  )
  return (
    <AuthCard title="Verify Email" description="This confirms that your account’s email address is yours.">
      {token && !outcome ? (
        <ConfirmButton token={token} onDone={setOutcome} />
      ) : (
        outcome && <OutcomeNotice outcome={outcome} session={session} isAnswer={token !== null} />
      )}
    </AuthCard>
  )
}

function ConfirmButton({ token, onDone }: { token: string; onDone: (outcome: Outcome) => void }) {
  const client = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: async ({ wasConfirmed }) => {
      onDone({ kind: 'verified', wasConfirmed })
      await refreshSession(client)
    },
    onError: (error) => {
      // After any other error the link may still be valid, so the button stays.
      if (error instanceof ApiError && error.code === 'INVALID_VERIFICATION_LINK') {
        onDone({ kind: 'failed', message: error.message })
      }
    },
  })
  return (
    <>
      {confirming.isError && <Notice tone="error">{messageOf(confirming.error, badLink)}</Notice>}
      <Button busy={confirming.isPending} busyLabel="Confirming..." onClick={() => confirming.mutate()}>
        Confirm my email address
      </Button>
    </>
  )
}

interface OutcomeProps {
  outcome: Outcome
  session: Session | undefined
  /** True if the outcome follows a press of the button; it then takes the focus the button had. */
  isAnswer: boolean
}

function OutcomeNotice({ outcome, session, isAnswer }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAnswer) box.current?.focus()
  }, [isAnswer])
  return (
    <>
      <div ref={box} tabIndex={-1} className="outline-none">
        {outcome.kind === 'verified' ? (
          <Notice tone="success" title="Email Verified">
            {outcome.wasConfirmed
              ? 'Your address is already confirmed.'
              : 'Thank you. Your address is confirmed.'}
          </Notice>
        ) : (
          <Notice tone="error" title="Verification Link Error">
            <p>{outcome.message}</p>
            <p className="mt-1">{nextStepText(session)}</p>
          </Notice>
        )}
      </div>
      {outcome.kind === 'failed' && session?.user.emailVerified === false && (
        <ResendVerificationButton email={session.user.email}>Send a new link</ResendVerificationButton>
      )}
      <Button asChild variant={outcome.kind === 'failed' && session ? 'secondary' : 'primary'}>
        {session ? <Link to="/dashboard">Go to Dashboard</Link> : <Link to="/login">Sign In</Link>}
      </Button>
    </>
  )
}

function nextStepText(session: Session | undefined): string {
  if (!session) return 'Sign in to get a new one.'
  return session.user.emailVerified ? 'Your address is already confirmed.' : 'You can request a new one.'
}
