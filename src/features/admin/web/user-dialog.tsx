import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError, showToast } from '../../../web/ui/toast.ts'
import * as contract from '../contract.ts'
import { refreshPeople } from './admin-api.ts'
import { type UserAct, doneText, failureTitles, questionOf } from './user-text.ts'

interface UserTask {
  act: UserAct
  user: contract.AdminUser
}

/** The state of the one dialog that all rows share. Its content stays the same while it closes. */
export function useUserQuestion() {
  const [task, setTask] = useState<UserTask>()
  const [open, setOpen] = useState(false)
  const ask = useCallback((act: UserAct, user: contract.AdminUser) => {
    setTask({ act, user })
    setOpen(true)
  }, [])
  return { task, open, setOpen, ask }
}

interface UserDialogProps {
  question: Omit<ReturnType<typeof useUserQuestion>, 'ask'>
  ownId: string
  /** Where the focus goes if the row has left the list. */
  fallbackFocus: RefObject<HTMLElement | null>
}

export function UserDialog({ question: { task, open, setOpen }, ownId, fallbackFocus }: UserDialogProps) {
  const action = useUserAct(() => setOpen(false))
  if (!task) return null
  const { title, description, points, confirm } = questionOf(task.act, task.user, ownId)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={<span className="wrap-anywhere">{title}</span>}
      description={description}
      fallbackFocus={fallbackFocus}
      {...(confirm
        ? {
            confirmLabel: confirm.label,
            tone: confirm.tone ?? 'default',
            busy: action.isPending,
            busyLabel: confirm.busyLabel,
            onConfirm: () => action.mutate(task),
          }
        : { cancelLabel: 'Close' })}
    >
      {points && (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-foreground">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

const senders: Record<UserAct, (params: { id: string }) => Promise<unknown>> = {
  'make-admin': (params) => call(contract.changeRole, { params, body: { role: 'admin' } }),
  'remove-admin': (params) => call(contract.changeRole, { params, body: { role: 'user' } }),
  suspend: (params) => call(contract.suspendUser, { params }),
  restore: (params) => call(contract.restoreUser, { params }),
  'resend-verification': (params) => call(contract.resendUserVerification, { params }),
  'send-reset-link': (params) => call(contract.sendResetLink, { params }),
}

/** Performs an action and shows the outcome. The list is reloaded after a success or a refusal. */
function useUserAct(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, user: { id } }: UserTask) => senders[act]({ id }),
    onSuccess: async (_, { act, user }) => {
      showToast({ ...doneText(act, user), tone: 'success' })
      await refreshPeople(client)
      onDone()
    },
    onError: (error, { act }) => {
      showError(failureTitles[act], messageOf(error, 'Please try again.'))
      // Without a connection, reloading the list would only replace this error with another one.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) void refreshPeople(client)
    },
  })
}
