import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import * as contract from '../contract.ts'
import type { Match } from '../contract.ts'
import { acceptedText } from './match-text.ts'
import { refreshAfterMatch, suggestedMatchesQuery } from './matching-api.ts'

export type Decision = 'accept' | 'decline'

type Pages = InfiniteData<ResponseOf<typeof contract.listMatches>>

const mutationKey = ['review-match']

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
  const [decided, setDecided] = useState<{ match: Match; at: number }[]>([])

  /** Shows the lists as they are now, before they are loaded again. */
  function change(toMatches: (matches: Match[], page: number) => Match[]) {
    client.setQueryData<Pages>(suggestedMatchesQuery.queryKey, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page, n) => ({ ...page, matches: toMatches(page.matches, n) })),
          }
        : data,
    )
  }

  const replace = (gone: Match, instead: Match | null) =>
    change((shown) => shown.flatMap((match) => (match.id === gone.id ? (instead ? [instead] : []) : [match])))

  /** Where it was, instead of what was suggested for its transaction meanwhile. */
  function putBack(match: Match, at: number) {
    change((shown, page) => {
      const others = shown.filter(({ transaction }) => transaction.id !== match.transaction.id)
      return page === 0 ? others.toSpliced(at, 0, match) : others
    })
  }

  const deciding = useMutation({
    mutationKey,
    mutationFn: async ({ match, decision }: { match: Match; decision: Decision }) => {
      const params = { id: match.id }
      if (decision === 'accept') return { match: await call(contract.acceptMatch, { params }), next: null }
      return call(contract.declineMatch, { params })
    },
    // The next key works at once: nothing here waits until the lists are loaded again.
    onSuccess: (answer, { match, decision }) => {
      const following = answer.next ?? matches[index + 1] ?? matches[index - 1]
      replace(match, answer.next)
      setCurrentId(following?.id ?? null)
      setDecided((earlier) => [...earlier, { match: answer.match, at: index }])
      showToast({
        title: decision === 'accept' ? acceptedText(match) : 'Not a Match',
        description: match.transaction.description,
        tone: 'success',
        action: { label: 'Undo', onPress: () => undoing.mutate(answer.match) },
      })
      void refreshAfterMatch(client)
    },
    onError: (error) => {
      showError('The match was not changed', messageOf(error, 'Please try again.'))
      if (error instanceof ApiError && error.status < 500) void refreshAfterMatch(client)
    },
  })

  const undoing = useMutation({
    mutationKey,
    mutationFn: (match: Match) => call(contract.undoMatch, { params: { id: match.id } }),
    onSuccess: (match) => {
      putBack(match, decided.find(({ match: { id } }) => id === match.id)?.at ?? 0)
      setDecided((earlier) => earlier.filter(({ match: { id } }) => id !== match.id))
      setCurrentId(match.id)
      showSuccess('Match Undone', match.transaction.description)
      void refreshAfterMatch(client)
    },
    onError: (error) => showError('This could not be undone', messageOf(error, 'Please try again.')),
  })

  // Not from the last render, which is older than the answer: a key pressed right after it would be ignored.
  const isBusy = () => client.isMutating({ mutationKey }) > 0
  return {
    list,
    matches,
    current,
    busyWith: deciding.isPending ? deciding.variables : null,
    choose: setCurrentId,
    move(by: 1 | -1) {
      const next = matches[index + by]
      if (next) setCurrentId(next.id)
      else if (by === 1 && list.hasNextPage) void list.fetchNextPage()
    },
    decide(match: Match, decision: Decision) {
      if (!isBusy()) deciding.mutate({ match, decision })
    },
    undoLast() {
      const last = decided.at(-1)
      if (last && !isBusy()) undoing.mutate(last.match)
    },
  }
}
