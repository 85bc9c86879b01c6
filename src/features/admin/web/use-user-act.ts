import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import * as contract from '../contract.ts'
import { refreshPeople } from './admin-api.ts'
import { type UserAct, doneText, failureTitles } from './user-text.ts'

const senders: Record<UserAct, (params: { id: string }) => Promise<unknown>> = {
  'make-admin': (params) => call(contract.changeRole, { params, body: { role: 'admin' } }),
  'remove-admin': (params) => call(contract.changeRole, { params, body: { role: 'user' } }),
  suspend: (params) => call(contract.suspendUser, { params }),
  restore: (params) => call(contract.restoreUser, { params }),
  'resend-verification': (params) => call(contract.resendUserVerification, { params }),
  'send-reset-link': (params) => call(contract.sendResetLink, { params }),
}

interface UserTask {
  act: UserAct
  user: contract.AdminUser
}

/** Does it and says so; a refusal in the server's words. What was done, and what a refusal tells, is in the list anew. */
export function useUserAct(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, user: { id } }: UserTask) => senders[act]({ id }),
    onSuccess: async (_, { act, user }) => {
      showToast({ ...doneText(act, user), tone: 'success' })
      await refreshPeople(client)
      onDone()
    },
    onError: (error, { act }) => {
      showToast({
        title: failureTitles[act],
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      })
      // Where nobody answered, to ask again would only put other words in place of these.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) void refreshPeople(client)
    },
  })
}
