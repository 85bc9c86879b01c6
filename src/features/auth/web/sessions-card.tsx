import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { type ListedSession, sessionsQuery, useEndSessions } from './sessions-api.ts'

const shownAtFirst = 5

export function SessionsCard({ timeZone }: { timeZone: string }) {
  const list = useQuery(sessionsQuery)
  const title = useRef<HTMLHeadingElement>(null)
  const { end, endOthers } = useEndSessions(() => title.current?.focus({ preventScroll: true }))
  const [showsAll, setShowsAll] = useState(false)
  const sessions = list.data?.sessions ?? []
  return (
    <Card aria-labelledby="sessions">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1} id="sessions">
          Where you're signed in
        </CardTitle>
        <CardDescription>
          Sign out any device you don’t recognize. The last use is accurate to within a day.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {list.isLoadingError && <ErrorState query={list} className="py-4!" />}
        {list.isPending && <Skeleton className="h-17" />}
        <ul className="divide-y divide-border">
          {(showsAll ? sessions : sessions.slice(0, shownAtFirst)).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              timeZone={timeZone}
              ending={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
        {sessions.length > shownAtFirst && (
          <Button
            variant="link"
            className="mt-3"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : `Show all ${sessions.length}`}
          </Button>
        )}
      </CardContent>
      {sessions.length > 1 && (
        <CardFooter>
          <Button
            variant="secondary"
            busy={endOthers.isPending}
            busyLabel="Signing out..."
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        </CardFooter>
      )}
    </Card>
  )
}

interface SessionRowProps {
  session: ListedSession
  timeZone: string
  ending: boolean
  onEnd: () => void
}

function SessionRow({ session, timeZone, ending, onEnd }: SessionRowProps) {
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
