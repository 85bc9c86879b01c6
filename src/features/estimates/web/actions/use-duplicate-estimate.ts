import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { duplicateEstimate } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'

/** Copies an estimate, and opens the copy for editing. */
export function useDuplicateEstimate(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const copying = useMutation({
    mutationFn: () => call(duplicateEstimate, { params: { id } }),
    onSuccess: async (copy) => {
      await refreshEstimates(client)
      client.setQueryData(estimateQuery(copy.id).queryKey, copy)
      await navigate({ to: '/estimates/$id/edit', params: { id: copy.id } })
      showSuccess('Estimate Duplicated', 'This is the copy, dated today. It hasn’t been sent.')
    },
    onError: (error) =>
      showError(
        'Error duplicating estimate',
        messageOf(error, 'Failed to duplicate the estimate. Please try again.'),
      ),
  })
  return {
    duplicate: () => {
      if (!copying.isPending) copying.mutate()
    },
    isDuplicating: copying.isPending,
  }
}
