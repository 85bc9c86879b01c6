import { type RefObject, useCallback, useState } from 'react'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { AdminUser } from '../contract.ts'
import { useUserAct } from './use-user-act.ts'
import { type UserAct, questionOf } from './user-text.ts'

interface Asked {
  act: UserAct
  user: AdminUser
}

/** One dialog for all rows. What is asked about stays as it was when it opened, also while it closes. */
export function useUserQuestion() {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const ask = useCallback((act: UserAct, user: AdminUser) => {
    setAsked({ act, user })
    setOpen(true)
  }, [])
  return { asked, open, setOpen, ask }
}

interface UserDialogProps {
  question: Omit<ReturnType<typeof useUserQuestion>, 'ask'>
  ownId: string
  /** Where the focus goes when the row has left the list. */
  fallbackFocus: RefObject<HTMLElement | null>
}

export function UserDialog({ question: { asked, open, setOpen }, ownId, fallbackFocus }: UserDialogProps) {
  const doing = useUserAct(() => setOpen(false))
  if (!asked) return null
  const { title, description, points, confirm } = questionOf(asked.act, asked.user, ownId)
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
            busy: doing.isPending,
            busyLabel: confirm.busyLabel,
            onConfirm: () => doing.mutate(asked),
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
