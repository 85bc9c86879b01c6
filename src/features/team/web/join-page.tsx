import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { roleLabels } from '../../../shared/roles.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { RetryButton } from '../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { AuthCard } from '../../auth/web/auth-card.tsx'
import { useSession } from '../../auth/web/session.ts'
import { useFragment } from '../../auth/web/use-fragment.ts'
import { readInvitation } from '../contract.ts'
import { forgetInvitation, readInvitationToken } from './invitation-token.ts'
import { JoinSteps } from './join-steps.tsx'
import { roleDescriptions } from './role-text.ts'

const incomplete = 'This link isn’t complete. Please open the link in the email again.'

export function JoinPage() {
  const fragment = useFragment()
  const [token] = useState(() => readInvitationToken(fragment))
  const [over, setOver] = useState<string>()
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(readInvitation, { body: { token: token ?? '' } }),
    enabled: token !== null,
    staleTime: Infinity,
  })
  const isOver = query.error instanceof ApiError && query.error.code === 'INVITATION_OVER'
  const refusal = token === null ? incomplete : (over ?? (isOver ? messageOf(query.error, incomplete) : null))

  useEffect(() => {
    if (refusal !== null) forgetInvitation()
  }, [refusal])

  const invitation = query.data
  if (refusal !== null) return <InvitationOver message={refusal} />
  if (!invitation || token === null) {
    return (
      <AuthCard title="Invitation" description="This shows which business you were invited to.">
        {query.isError ? (
          <>
            <Notice tone="error">{messageOf(query.error, 'The invitation could not be loaded.')}</Notice>
            <RetryButton query={query} />
          </>
        ) : (
          <>
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-24" />
          </>
        )}
      </AuthCard>
    )
  }
  const { businessName, invitedBy, role } = invitation
  return (
    <AuthCard
      title={`Join ${businessName}`}
      description={invitedBy === '' ? 'You were invited.' : `${invitedBy} invited you.`}
    >
      <div className="rounded-lg bg-surface-sunken p-4 text-sm">
        <p className="font-medium text-foreground">Your role: {roleLabels[role]}</p>
        <p className="mt-0.5 text-muted">{roleDescriptions[role]}</p>
      </div>
      <JoinSteps
        token={token}
        invitation={invitation}
        onOver={setOver}
        onAccountExists={() => void query.refetch()}
      />
    </AuthCard>
  )
}

function InvitationOver({ message }: { message: string }) {
  const state = useSession()
  return (
    <AuthCard title="Invitation" description="This invitation can’t be used.">
      <Notice tone="error" role="note">
        {message}
      </Notice>
      <Button asChild>
        {state.status === 'signed-in' ? (
          <Link to="/dashboard">Go to your business</Link>
        ) : (
          <Link to="/login">Sign In</Link>
        )}
      </Button>
    </AuthCard>
  )
}
