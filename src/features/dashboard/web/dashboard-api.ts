import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { getDashboard, hideFirstSteps } from '../contract.ts'

const refreshMs = 5 * 60 * 1000

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => call(getDashboard),
  // Changes made on other pages show immediately on return.
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchOnWindowFocus: true,
})

/** Hides the first steps immediately, and shows them again if the request fails. */
export function useHideFirstSteps() {
  const client = useQueryClient()
  const { queryKey } = dashboardQuery
  return useMutation({
    mutationFn: () => call(hideFirstSteps),
    onMutate: async () => {
      // An earlier response that is still on its way must not show them again.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (now) => now && { ...now, firstSteps: null })
      return before?.firstSteps ?? null
    },
    onSuccess: () => showSuccess('First Steps Hidden'),
    onError: (error, _variables, firstSteps) => {
      client.setQueryData(queryKey, (now) => now && { ...now, firstSteps: firstSteps ?? null })
      showError('The first steps were not hidden', messageOf(error, 'Please try again.'))
    },
  })
}
