import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { May } from '../../auth/web/may.tsx'
import { type Match, undoMatch } from '../contract.ts'
import { Moved, Target } from './match-card.tsx'
import { acceptedMatchesQuery, refreshAfterMatch } from './matching-api.ts'

/** What was matched, with or without asking, the latest first. */
export function AcceptedMatches() {
  const list = useInfiniteQuery(acceptedMatchesQuery)
  const matches = list.data?.pages.flatMap((page) => page.matches) ?? []
  if (matches.length === 0) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle>Matched</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-border px-4 py-2 sm:px-6">
        {matches.map((match) => (
          <AcceptedMatch key={match.id} match={match} />
        ))}
      </ul>
      <ShowMore list={list} size="sm" className="mx-4 mb-4 w-fit sm:mx-6" />
    </Card>
  )
}

function AcceptedMatch({ match }: { match: Match }) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: () => call(undoMatch, { params: { id: match.id } }),
    onSuccess: () => {
      showSuccess('Match Undone', match.transaction.description)
      return refreshAfterMatch(client)
    },
    onError: (error) => showError('This could not be undone', messageOf(error, 'Please try again.')),
  })
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_1fr_auto] lg:items-start">
      <Moved match={match} />
      <div className="flex min-w-0 flex-col gap-2">
        <ul className="flex flex-col gap-2">
          {match.targets.map((target) => (
            <Target key={target.id} match={match} target={target} />
          ))}
        </ul>
        {match.decidedBy === 'rule' && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge>Without asking</Badge>
            {match.reason}
          </p>
        )}
      </div>
      <May permission="money.write">
        <Button
          variant="secondary"
          size="sm"
          className="w-fit"
          aria-label={`Undo the match of ${match.transaction.description}`}
          busy={undoing.isPending}
          busyLabel="Undoing..."
          onClick={() => undoing.mutate()}
        >
          Undo
        </Button>
      </May>
    </li>
  )
}
