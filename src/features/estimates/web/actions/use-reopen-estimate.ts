import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { type Estimate, markEstimate } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'

/** Takes back that the owner marked an estimate as accepted or declined. */
export function useReopenEstimate({ id, version }: Pick<Estimate, 'id' | 'version'>) {
  const client = useQueryClient()
  const reopening = useMutation({
    mutationFn: () => call(markEstimate, { params: { id }, body: { decision: 'reopen', version } }),
    onSuccess: async (reopened) => {
      client.setQueryData(estimateQuery(id).queryKey, reopened)
      showSuccess('Estimate Open Again', 'Your client can answer it again.')
      await refreshEstimates(client)
    },
    onError: async (error) => {
      showError('Error opening the estimate', messageOf(error, 'Please try again.'))
      await refreshEstimates(client)
    },
  })
  return {
    reopen: () => {
      if (!reopening.isPending) reopening.mutate()
    },
  }
}
