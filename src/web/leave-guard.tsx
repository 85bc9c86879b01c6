import { useBlocker } from '@tanstack/react-router'

import { ConfirmDialog } from './ui/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. Keep its identity stable. */
  isDirty: () => boolean
  /** What will be lost. */
  description: string
  /** Moving about within this path leaves nothing behind. */
  within?: string
  onLeave?: () => void
}

/** Asks before unsaved work is left behind, within the product and by the browser itself. */
export function LeaveGuard({ isDirty, description, within, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== within && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title="Leave without saving?"
      description={description}
      cancelLabel="Keep Editing"
      confirmLabel="Leave"
      tone="danger"
      onConfirm={() => {
        onLeave?.()
        proceed?.()
      }}
    />
  )
}
