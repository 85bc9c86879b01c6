import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showError, showToast } from '../../../web/ui/toast.ts'
import * as contract from '../contract.ts'
import type { Match } from '../contract.ts'
import { acceptedText } from './match-text.ts'
import { refreshAfterMatch, suggestedMatchesQuery } from './matching-api.ts'

export type Decision = 'accept' | 'decline'

type Pages = InfiniteData<ResponseOf<typeof contract.listMatches>>

/** The suggested matches with one that is current, and what can be decided about it, one thing at a time. */
export function useReview() {
  const client = useQueryClient()
  const list = useInfiniteQuery(suggestedMatchesQuery)
  const matches = list.data?.pages.flatMap((page) => page.matches) ?? []
  const [currentId, setCurrentId] = useState<string | null>(null)
  const found = matches.findIndex(({ id }) => id === currentId)
  const index = found < 0 ? 0 : found
  const current = matches[index]
  /** What was decided on this page, the latest last. */
  const [decided, setDecided] = useState<Match[]>([])

  /** Shows the list as it is now: without the match that was decided, and with what came in its stead. */
  function replace(gone: Match, instead: Match | null) {
    client.setQueryData<Pages>(suggestedMatchesQuery.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              matches: page.matches.flatMap((match) =>
                match.id === gone.id ? (instead ? [instead] : []) : [match],
              ),
            })),
          }
        : data,
    )
  }

  const deciding = useMutation({
    mutationFn: async ({ match, decision }: { match: Match; decision: Decision }) => {
      const params = { id: match.id }
      if (decision === 'accept') return { match: await call(contract.acceptMatch, { params }), next: null }
      return call(contract.declineMatch, { params })
    },
    onSuccess: async (answer, { match, decision }) => {
      const following = answer.next ?? matches[index + 1] ?? matches[index - 1]
      replace(match, answer.next)
      setCurrentId(following?.id ?? null)
      setDecided((earlier) => [...earlier, answer.match])
      showToast({
        title: decision === 'accept' ? acceptedText(match) : 'Not a Match',
        description: match.transaction.description,
        tone: 'success',
        action: { label: 'Undo', onPress: () => undoing.mutate(answer.match) },
      })
      await refreshAfterMatch(client)
    },
    onError: async (error) => {
      showError('This did not work', messageOf(error, 'Please try again.'))
      if (error instanceof ApiError && error.status < 500) await refreshAfterMatch(client)
    },
  })

  const undoing = useMutation({
    mutationFn: (match: Match) => call(contract.undoMatch, { params: { id: match.id } }),
    onSuccess: async (match) => {
      setDecided((earlier) => earlier.filter(({ id }) => id !== match.id))
      await refreshAfterMatch(client)
      setCurrentId(match.id)
    },
    onError: (error) => showError('This could not be undone', messageOf(error, 'Please try again.')),
  })

  const isBusy = deciding.isPending || undoing.isPending
  return {
    list,
    matches,
    current,
    index,
    isBusy,
    busyWith: deciding.isPending ? deciding.variables : null,
    choose: setCurrentId,
    move(by: 1 | -1) {
      const next = matches[index + by]
      if (next) setCurrentId(next.id)
      else if (by === 1 && list.hasNextPage) void list.fetchNextPage()
    },
    decide(match: Match, decision: Decision) {
      if (!isBusy) deciding.mutate({ match, decision })
    },
    undoLast() {
      const last = decided.at(-1)
      if (last && !isBusy) undoing.mutate(last)
    },
    canUndo: decided.length > 0,
  }
}
