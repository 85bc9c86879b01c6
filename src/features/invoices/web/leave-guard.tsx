import { useBlocker } from '@tanstack/react-router'

import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Asked at the moment of leaving. Keep its identity stable. */
  isDirty: () => boolean
  onLeave: () => void
}

/** Asks before unsaved work is left behind, within the product and by the browser itself. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title="Leave without saving?"
      description="What you changed on this invoice has not been saved and will be lost."
      cancelLabel="Keep Editing"
      confirmLabel="Leave"
      tone="danger"
      onConfirm={() => {
        onLeave()
        proceed?.()
      }}
    />
  )
}
