import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isNotFound, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { Schedule, ScheduleKind } from './schedule-kind.ts'

interface ScheduleAction<S> {
  send: () => Promise<S>
  title: string
  describe: (after: S) => string
  failure: string
}

/** Runs an action on a schedule and shows the result. */
export function useScheduleAction<S extends Schedule>(
  kind: ScheduleKind<S>,
  id: string,
  { send, title, describe, failure }: ScheduleAction<S>,
) {
  const client = useQueryClient()
  const queryKey = kind.queryKey(id)
  return useMutation({
    mutationFn: send,
    onSuccess: async (after) => {
      client.setQueryData(queryKey, after)
      await kind.refresh(client)
      showSuccess(title, describe(after))
    },
    onError: (error) => {
      showError('Error', messageOf(error, failure))
      // Ended elsewhere: the page shows that after the query is reset.
      if (isNotFound(error)) void client.resetQueries({ queryKey })
      void kind.refresh(client)
    },
  })
}

export function usePauseAndResume<S extends Schedule>(kind: ScheduleKind<S>, id: string) {
  const pausing = useScheduleAction(kind, id, {
    send: () => kind.pause(id),
    title: `${kind.title} Paused`,
    describe: kind.texts.paused,
    failure: 'It couldn’t be paused. Please try again.',
  })
  const resuming = useScheduleAction(kind, id, {
    send: () => kind.resume(id),
    title: `${kind.title} Resumed`,
    describe: kind.texts.resumed,
    failure: 'It couldn’t be resumed. Please try again.',
  })
  return { pausing, resuming, isBusy: pausing.isPending || resuming.isPending }
}
