import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import * as contract from '../contract.ts'
import { refreshPeople } from './admin-api.ts'
import { type UserAct, doneWords, failureTitles } from './user-words.ts'

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

/** Does it and says so; a refusal in the server's words. The list is loaded anew either way. */
export function useUserAct(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, user: { id } }: UserTask) => senders[act]({ id }),
    onSuccess: (_, { act, user }) => showToast({ ...doneWords(act, user), tone: 'success' }),
    onError: (error, { act }) =>
      showToast({
        title: failureTitles[act],
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      }),
    onSettled: async () => {
      await refreshPeople(client)
      onSettled()
    },
  })
}
