import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { askBeforeLeaving } from './leave-questions.ts'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. Keep its identity stable. */
  isDirty: () => boolean
  /** What will be lost. */
  description: string
  /** Moving about within this path leaves nothing behind. */
  within?: string
  onLeave?: () => void
}

const question = { cancelLabel: 'Keep Editing', tone: 'danger' } as const

/** Asks before unsaved work is left behind: within the product, by signing out, and by the browser itself. */
export function LeaveGuard({ isDirty, description, within, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== within && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  // Signing out clears the page before it goes anywhere, so that the router has nothing to hold back.
  const signingOut = useSignOutQuestion(isDirty)
  return (
    <>
      <ConfirmDialog
        {...question}
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
        {...question}
        open={signingOut.isAsked}
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

interface Asked {
  answer: (leaves: boolean) => void
}

function useSignOutQuestion(isDirty: () => boolean) {
  const [asked, setAsked] = useState<Asked>()
  useEffect(
    () =>
      askBeforeLeaving(async () => {
        if (!isDirty()) return true
        return new Promise((resolve) => setAsked({ answer: resolve }))
      }),
    [isDirty],
  )
  return {
    isAsked: asked !== undefined,
    answer(leaves: boolean) {
      asked?.answer(leaves)
      setAsked(undefined)
    },
  }
}
