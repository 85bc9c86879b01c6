import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isPermitted } from '../../../shared/roles.ts'
import type { Session } from '../../auth/contract.ts'
import { BusinessesCard } from './businesses-card.tsx'
import { HandOverCard } from './hand-over-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MembersCard } from './members-card.tsx'
import { OfferCard } from './offer-card.tsx'
import { teamQuery } from './team-api.ts'
import { WorkTogetherCard } from './work-together-card.tsx'

interface TeamTabProps {
  session: Session
  /** Cards of later features about the team. */
  children?: ReactNode
}

export function TeamTab({ session, children }: TeamTabProps) {
  const query = useQuery(teamQuery)
  const team = query.data
  const mayManage = isPermitted(session.memberRole, 'team.write')
  const isOwner = session.memberRole === 'owner'
  const isAlone = team?.members.length === 1 && team.invitations.length === 0
  return (
    <div className="flex flex-col gap-6">
      {session.isOffered && <OfferCard business={session.business} seats={team?.seats} />}
      {mayManage && team && team.seats !== 'all' && <WorkTogetherCard seats={team.seats} />}
      {/* One person alone who can’t invite anyone has no list to read. */}
      {!(isAlone && team.seats === 'none') && <MembersCard query={query} session={session} />}
      {children}
      <BusinessesCard session={session} />
      {isOwner && team && <HandOverCard team={team} />}
      {!isOwner && <LeaveCard business={session.business} />}
    </div>
  )
}
