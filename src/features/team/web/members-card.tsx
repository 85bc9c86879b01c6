import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { Session } from '../../auth/contract.ts'
import { useMay } from '../../auth/web/session.ts'
import { type Member, type Team, removeMember } from '../contract.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { hasFreeSeat } from './seats.ts'
import { useTeamChange } from './team-api.ts'

interface MembersCardProps {
  query: UseQueryResult<Team>
  session: Session
}

/** Who belongs to the business, and for those who manage the team also who is invited. */
export function MembersCard({ query, session }: MembersCardProps) {
  const mayManage = useMay('team.write')
  const title = useRef<HTMLHeadingElement>(null)
  const [isInviting, setIsInviting] = useState(false)
  const team = query.data
  const isAlone = team?.members.length === 1 && team.invitations.length === 0
  const canInvite = mayManage && team !== undefined && hasFreeSeat(team)
  const hasSeats = !isAlone && team?.seats !== 'none'
  const invite = (
    <Button onClick={() => setIsInviting(true)}>
      <UserPlus aria-hidden />
      {team?.seats === 'one-accountant' ? 'Invite your accountant' : 'Invite'}
    </Button>
  )
  return (
    <Card aria-labelledby="members">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1} id="members">
          Members
        </CardTitle>
        <CardDescription>Who works in {session.business.name}, and as what.</CardDescription>
      </CardHeader>
      <CardContent>
        {query.isLoadingError && <ErrorState query={query} className="py-4!" />}
        {query.isPending && <Skeleton className="h-17" />}
        {team && <MemberList team={team} session={session} mayManage={mayManage} focusAfter={title} />}
        {isAlone && canInvite && (
          <EmptyState
            icon={Users}
            className="pt-8! pb-2!"
            title="No one else is here yet"
            text={
              team.seats === 'one-accountant'
                ? 'Invite your accountant by email. They see everything and change nothing.'
                : 'Invite someone by email. Their role says what they see and change.'
            }
            action={invite}
          />
        )}
        {mayManage && team && team.invitations.length > 0 && (
          <InvitationList team={team} timeZone={session.business.timeZone} focusAfter={title} />
        )}
      </CardContent>
      {mayManage && team && (hasSeats || session.hasTeam) && (
        <CardFooter>
          {hasSeats &&
            (canInvite ? (
              invite
            ) : (
              <p className="text-sm text-muted">The seat for your accountant is taken.</p>
            ))}
          {session.hasTeam && (
            <Button asChild variant="secondary">
              <Link to="/activity">Activity</Link>
            </Button>
          )}
        </CardFooter>
      )}
      {team && <InviteDialog open={isInviting} onOpenChange={setIsInviting} seats={team.seats} />}
    </Card>
  )
}

interface MemberListProps {
  team: Team
  session: Session
  mayManage: boolean
  focusAfter: React.RefObject<HTMLElement | null>
}

function MemberList({ team, session, mayManage, focusAfter }: MemberListProps) {
  // Apart from whether a dialog is open, so that it keeps its text while it closes.
  const [selected, setSelected] = useState<Member>()
  const [asking, setAsking] = useState<'role' | 'removal'>()
  const close = () => setAsking(undefined)
  const removal = useTeamChange({
    send: ({ userId }: Member) => call(removeMember, { params: { userId } }),
    done: ({ name }) => ({ title: 'Member Removed', description: `${name} no longer has access.` }),
    failure: 'Could Not Remove',
    onDone: close,
  })

  function ask(what: 'role' | 'removal', member: Member) {
    setSelected(member)
    setAsking(what)
  }

  return (
    <>
      <ul className="divide-y divide-border">
        {team.members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            session={session}
            seats={team.seats}
            mayManage={mayManage}
            onChangeRole={() => ask('role', member)}
            onRemove={() => ask('removal', member)}
          />
        ))}
      </ul>
      <RoleDialog open={asking === 'role'} onOpenChange={close} member={selected} seats={team.seats} />
      <ConfirmDialog
        open={asking === 'removal'}
        onOpenChange={close}
        fallbackFocus={focusAfter}
        title={`Remove ${selected?.name ?? 'this member'}?`}
        description="Their access ends immediately. What they made stays."
        confirmLabel="Remove"
        tone="danger"
        busy={removal.isPending}
        busyLabel="Removing..."
        onConfirm={() => selected && removal.mutate(selected)}
      />
    </>
  )
}
