import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { getDashboard, hideFirstSteps } from '../contract.ts'

const refreshMs = 5 * 60 * 1000

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => call(getDashboard),
  // Whatever was done on another page counts as soon as one is back.
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchOnWindowFocus: true,
})

/** They go at once; should that fail, they are back. */
export function useHideFirstSteps() {
  const client = useQueryClient()
  const { queryKey } = dashboardQuery
  return useMutation({
    mutationFn: () => call(hideFirstSteps),
    onMutate: async () => {
      // An older answer that is still on its way must not bring them back.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (now) => now && { ...now, firstSteps: null })
      return before?.firstSteps ?? null
    },
    onSuccess: () => showToast({ title: 'First Steps Hidden', tone: 'success' }),
    onError: (error, _nothing, firstSteps) => {
      client.setQueryData(queryKey, (now) => now && { ...now, firstSteps: firstSteps ?? null })
      showToast({
        title: 'The first steps were not hidden',
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      })
    },
  })
}
