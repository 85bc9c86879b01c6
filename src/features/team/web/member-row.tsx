import { PauseCircle } from 'lucide-react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { roleLabels } from '../../../shared/roles.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import type { Session } from '../../auth/contract.ts'
import type { Member, Team } from '../contract.ts'
import { isManaged } from './seats.ts'

interface MemberRowProps {
  member: Member
  session: Session
  seats: Team['seats']
  mayManage: boolean
  onChangeRole: () => void
  onRemove: () => void
}

export function MemberRow({ member, session, seats, mayManage, onChangeRole, onRemove }: MemberRowProps) {
  const { userId, name, email, role, joinedAt, isPaused, isOffered } = member
  const isYou = userId === session.user.id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-foreground">
          <span className="wrap-anywhere">{name}</span>
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{roleLabels[role]}</Badge>
          {isYou && <Badge tone="outline">You</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{email}</p>
        <p className="text-sm text-muted">
          Since {formatDate(dateIn(session.business.timeZone, new Date(joinedAt)))}
        </p>
        {isPaused && (
          <p className="mt-1 flex items-start gap-1.5 text-sm text-attention">
            <PauseCircle aria-hidden className="mt-0.5 size-4 shrink-0" />
            Paused: the plan doesn’t include this member. With a plan that does, access is back immediately.
          </p>
        )}
        {isOffered && <p className="mt-1 text-sm text-muted">Was offered the business.</p>}
      </div>
      {mayManage && isManaged(member, session.user.id) && (
        <div className="flex flex-wrap gap-2">
          {seats !== 'none' && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Change role of ${name}`}
              onClick={onChangeRole}
            >
              Change role
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
