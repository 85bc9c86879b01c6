import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Team, getTeam } from '../contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => call(getTeam),
  // Others change it, which the page is not told.
  staleTime: 0,
})

interface TeamChange<V> {
  send: (input: V) => Promise<Team>
  /** What is said once it is done. */
  done: (input: V) => { title: string; description: string }
  /** The title of what is said if it fails. */
  failure: string
  onDone?: () => void
}

/** A change that answers with the team as it is then. */
export function useTeamChange<V = void>({ send, done, failure, onDone }: TeamChange<V>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (team, input) => {
      // An older answer that is still on its way must not replace this one.
      await client.cancelQueries({ queryKey: teamQuery.queryKey })
      client.setQueryData(teamQuery.queryKey, team)
      const { title, description } = done(input)
      showSuccess(title, description)
      onDone?.()
    },
    onError: (error) => {
      showError(failure, messageOf(error, 'Please try again.'))
      // It may have been refused because someone else changed the team.
      void client.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
}
