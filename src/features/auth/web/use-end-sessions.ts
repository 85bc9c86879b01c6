import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { endOtherSessions, endSession } from '../contract.ts'
import { type ListedSession, sessionsQuery } from './sessions-api.ts'

function onError(error: Error) {
  showToast({
    title: 'Sign Out Failed',
    description: messageOf(error, 'Please try again.'),
    tone: 'error',
  })
}

/** `onEnded`: the button that was pressed goes with what it ended. */
export function useEndSessions(onEnded: () => void) {
  const client = useQueryClient()

  async function keep(stays: (session: ListedSession) => boolean, description: string) {
    await client.cancelQueries({ queryKey: sessionsQuery.queryKey })
    client.setQueryData(
      sessionsQuery.queryKey,
      (before) => before && { sessions: before.sessions.filter(stays) },
    )
    showToast({ title: 'Signed Out', description, tone: 'success' })
    onEnded()
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  const end = useMutation({
    mutationFn: ({ id }: ListedSession) => call(endSession, { params: { id } }),
    onSuccess: (_, ended) => keep(({ id }) => id !== ended.id, `${ended.device} has been signed out.`),
    onError,
  })
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => keep(({ isCurrent }) => isCurrent, 'You are signed in on this device only.'),
    onError,
  })
  return { end, endOthers }
}
