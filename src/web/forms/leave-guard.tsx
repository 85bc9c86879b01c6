import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { askBeforeLeaving } from './leave-questions.ts'

interface LeaveGuardProps {
  /** Called when the user is about to leave. The function must be stable across renders. */
  isDirty: () => boolean
  description: string
  /** Navigating to this path does not ask. */
  within?: string | undefined
  onLeave?: () => void
}

const dialogProps = { cancelLabel: 'Keep Editing', tone: 'danger' } as const

/** Asks before the user leaves unsaved work, by navigation, by signing out or by closing the tab. */
export function LeaveGuard({ isDirty, description, within, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== within && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  // Signing out clears the page before it navigates, so the router cannot block it.
  const signingOut = useSignOutQuestion(isDirty)
  return (
    <>
      <ConfirmDialog
        {...dialogProps}
        open={status === 'blocked'}
        onOpenChange={(open) => !open && reset?.()}
        title="Leave without saving?"
        description={description}
        confirmLabel="Leave"
        onConfirm={() => {
          onLeave?.()
          proceed?.()
        }}
      />
      <ConfirmDialog
        {...dialogProps}
        open={signingOut.isOpen}
        onOpenChange={(open) => !open && signingOut.answer(false)}
        title="Sign out without saving?"
        description={description}
        confirmLabel="Sign Out"
        onConfirm={() => {
          onLeave?.()
          signingOut.answer(true)
        }}
      />
    </>
  )
}

function useSignOutQuestion(isDirty: () => boolean) {
  const [question, setQuestion] = useState<{ answer: (leaves: boolean) => void }>()
  useEffect(
    () =>
      askBeforeLeaving(async () => {
        if (!isDirty()) return true
        return new Promise((resolve) => setQuestion({ answer: resolve }))
      }),
    [isDirty],
  )
  return {
    isOpen: question !== undefined,
    answer(leaves: boolean) {
      question?.answer(leaves)
      setQuestion(undefined)
    },
  }
}
