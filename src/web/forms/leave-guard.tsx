import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type LeavingBy, askBeforeLeaving } from './leave-questions.ts'

interface LeaveGuardProps {
  /** Called when the user is about to leave. The function must be stable across renders. */
  isDirty: () => boolean
  description: string
  /** Navigating to this path does not ask. */
  within?: string | undefined
  onLeave?: () => void
}

const dialogProps = { cancelLabel: 'Keep Editing', tone: 'danger' } as const

/** Asks before the user leaves unsaved work, by navigation, by signing out, by switching the business or by closing the tab. */
export function LeaveGuard({ isDirty, description, within, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== within && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  // Both clear the page before they navigate, so the router cannot block it.
  const leaving = useLeaveQuestion(isDirty)
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
        open={leaving.isOpen}
        onOpenChange={(open) => !open && leaving.answer(false)}
        title={leaving.by === 'switching' ? 'Switch without saving?' : 'Sign out without saving?'}
        description={description}
        confirmLabel={leaving.by === 'switching' ? 'Switch' : 'Sign Out'}
        onConfirm={() => {
          onLeave?.()
          leaving.answer(true)
        }}
      />
    </>
  )
}

function useLeaveQuestion(isDirty: () => boolean) {
  const [question, setQuestion] = useState<{ answer: (leaves: boolean) => void }>()
  // Kept apart, so that the dialog keeps its text while it closes.
  const [by, setBy] = useState<LeavingBy>('signing-out')
  useEffect(
    () =>
      askBeforeLeaving(async (asked) => {
        if (!isDirty()) return true
        setBy(asked)
        return new Promise((resolve) => setQuestion({ answer: resolve }))
      }),
    [isDirty],
  )
  return {
    by,
    isOpen: question !== undefined,
    answer(leaves: boolean) {
      question?.answer(leaves)
      setQuestion(undefined)
    },
  }
}
