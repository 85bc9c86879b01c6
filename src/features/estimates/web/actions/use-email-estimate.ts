import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../../web/ui/toast.ts'
import { emailEstimate } from '../../contract.ts'
import { refreshEstimates } from '../estimate-api.ts'

/** Emails the estimate to its client, and says whether it was sent. */
export function useEmailEstimate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(emailEstimate, { params: { id } }),
    onSuccess: async ({ to, state }) => {
      if (state === 'held') {
        showToast({
          title: 'Email Waiting',
          description: `It will be sent to ${to} once you’ve confirmed your own email address.`,
        })
      } else {
        showSuccess('Email Sent', `The estimate is on its way to ${to}.`)
      }
      await refreshEstimates(client)
    },
    onError: (error) =>
      showError('Email Error', messageOf(error, 'The estimate could not be emailed. Please try again.')),
  })
}
