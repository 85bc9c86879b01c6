import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../web/api-client.ts'
import { nullIfNotFound } from '../../../web/null-if-not-found.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import type { Schedule, ScheduleKind } from './schedule-kind.ts'

export interface EndedSchedule<S extends Schedule> {
  kind: ScheduleKind<S>
  schedule: S
  /** Who or what it is for. */
  name: string
  /** Called after the end, for a dialog on the page of the ended schedule. */
  onEnded?: (() => void | Promise<void>) | undefined
}

interface EndForGoodDialogProps<S extends Schedule> extends EndedSchedule<S> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for confirmation and ends a schedule for good. */
export function EndForGoodDialog<S extends Schedule>(props: EndForGoodDialogProps<S>) {
  const { kind, schedule, name, onEnded, open, onOpenChange } = props
  const client = useQueryClient()
  const ending = useMutation({
    // A schedule that is already ended counts as success.
    mutationFn: () => kind.end(schedule.id).catch(nullIfNotFound),
    onSuccess: async () => {
      showSuccess(`${kind.title} Ended`, kind.texts.ended(name))
      await onEnded?.()
      // Removed from the cache, because refetching would fail with 404.
      client.removeQueries({ queryKey: kind.queryKey(schedule.id) })
      // The dialog stays open until the row is gone, so that focus does not return to the row's button first.
      await kind.refresh(client)
      onOpenChange(false)
    },
    onError: (error) => {
      onOpenChange(false)
      const message = messageOf(error, 'It couldn’t be ended. Please try again.')
      showError('Error', message)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="End it for good?"
      description={kind.texts.ending(name, schedule)}
      confirmLabel="End for good"
      tone="danger"
      busy={ending.isPending}
      busyLabel="Ending..."
      onConfirm={() => ending.mutate()}
    />
  )
}
