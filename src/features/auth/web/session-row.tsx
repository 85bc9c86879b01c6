import { Monitor, Smartphone } from 'lucide-react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import type { ListedSession } from './sessions-api.ts'

interface SessionRowProps {
  session: ListedSession
  timeZone: string
  ending: boolean
  onEnd: () => void
}

export function SessionRow({ session, timeZone, ending, onEnd }: SessionRowProps) {
  const { device, isCurrent, ipAddress, signedInAt, lastSeenAt } = session
  const day = (moment: string) => formatDate(dateIn(timeZone, new Date(moment)))
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-foreground">
            {device}
            {isCurrent && <Badge tone="accent">This device</Badge>}
          </p>
          {ipAddress && <p className="text-sm break-words text-muted">From {ipAddress}</p>}
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>Since {day(signedInAt)}</span>
            <span>{isCurrent ? 'In use now' : `Last used ${day(lastSeenAt)}`}</span>
          </p>
        </div>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          busy={ending}
          busyLabel="Signing out..."
          aria-label={`Sign out ${device}, last used ${day(lastSeenAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
