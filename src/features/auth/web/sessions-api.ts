import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { endOtherSessions, endSession, listSessions } from '../contract.ts'

export type ListedSession = ResponseOf<typeof listSessions>['sessions'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(listSessions),
})

function onError(error: Error) {
  showError('Sign Out Failed', messageOf(error, 'Please try again.'))
}

/** `onEnded` moves the focus: the pressed button disappears together with its session. */
export function useEndSessions(onEnded: () => void) {
  const client = useQueryClient()

  async function showRemaining(isRemaining: (session: ListedSession) => boolean, description: string) {
    await client.cancelQueries({ queryKey: sessionsQuery.queryKey })
    client.setQueryData(
      sessionsQuery.queryKey,
      (before) => before && { sessions: before.sessions.filter(isRemaining) },
    )
    showSuccess('Signed Out', description)
    onEnded()
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  const end = useMutation({
    mutationFn: ({ id }: ListedSession) => call(endSession, { params: { id } }),
    onSuccess: (_, ended) =>
      showRemaining(({ id }) => id !== ended.id, `${ended.device} has been signed out.`),
    onError,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => showRemaining(({ isCurrent }) => isCurrent, 'You are signed in on this device only.'),
    onError,
  })
  return { end, endOthers }
}
