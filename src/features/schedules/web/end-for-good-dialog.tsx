import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'

export interface EndForGoodProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the end, for a dialog on the page of the ended schedule. */
  onEnded?: (() => void | Promise<void>) | undefined
}

interface EndForGoodDialogProps extends EndForGoodProps {
  description: string
  /** The toast after success. */
  done: { title: string; description: string }
  end: () => Promise<unknown>
  /** The query of the ended schedule. */
  queryKey: readonly unknown[]
  refresh: (client: QueryClient) => Promise<void>
}

/** Asks for confirmation and ends a schedule for good. */
export function EndForGoodDialog({
  open,
  onOpenChange,
  onEnded,
  description,
  done,
  end,
  queryKey,
  refresh,
}: EndForGoodDialogProps) {
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () =>
      end().catch((error: unknown) => {
        // A schedule that is already ended counts as success.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: async () => {
      showToast({ ...done, tone: 'success' })
      await onEnded?.()
      // Removed from the cache, because refetching would fail with 404.
      client.removeQueries({ queryKey })
      // The dialog stays open until the row is gone, so that focus does not return to the row's button first.
      await refresh(client)
      onOpenChange(false)
    },
    onError: (error) => {
      onOpenChange(false)
      const message = messageOf(error, 'It could not be ended. Please try again.')
      showToast({ title: 'Error', description: message, tone: 'error' })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="End it for good?"
      description={description}
      confirmLabel="End for good"
      tone="danger"
      busy={ending.isPending}
      busyLabel="Ending..."
      onConfirm={() => ending.mutate()}
    />
  )
}
