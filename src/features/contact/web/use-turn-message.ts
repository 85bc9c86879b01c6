import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { type ContactMessage, closeContactMessage, reopenContactMessage } from '../contract.ts'
import { refreshMessages } from './messages-api.ts'

/** Closes a message, or takes a closed one up again. */
export function useTurnMessage({ id, state }: ContactMessage) {
  const client = useQueryClient()
  const isClosed = state === 'closed'
  return useMutation({
    mutationFn: () => call(isClosed ? reopenContactMessage : closeContactMessage, { params: { id } }),
    onSuccess: async (after) => {
      // Before the list is loaded anew, which may take this button, and with it this, away.
      showToast(
        isClosed
          ? {
              title: 'Message Reopened',
              description: `It is under ${after.state === 'answered' ? 'Answered' : 'Open'} again.`,
              tone: 'success',
            }
          : { title: 'Message Closed', description: 'It is under Closed from now on.', tone: 'success' },
      )
      await refreshMessages(client)
    },
    onError: async (error) => {
      showToast({
        title: isClosed ? 'The message was not reopened' : 'The message was not closed',
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      })
      await refreshMessages(client)
    },
  })
}
