import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { SessionRow } from './session-row.tsx'
import { sessionsQuery } from './sessions-api.ts'
import { useEndSessions } from './use-end-sessions.ts'

/** The number of sessions shown before "Show all". */
const shownAtFirst = 5

export function SessionsCard({ timeZone }: { timeZone: string }) {
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const title = useRef<HTMLHeadingElement>(null)
  const { end, endOthers } = useEndSessions(() => title.current?.focus({ preventScroll: true }))
  const [showsAll, setShowsAll] = useState(false)
  const sessions = data?.sessions ?? []
  return (
    <Card aria-labelledby="sessions">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1} id="sessions">
          Where you're signed in
        </CardTitle>
        <CardDescription>Sign out whatever you do not recognize. Last use is exact to a day.</CardDescription>
      </CardHeader>
      <CardContent>
        {!data && isError && (
          <ErrorState className="py-4!" retrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !isError && <Skeleton className="h-17" />}
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
