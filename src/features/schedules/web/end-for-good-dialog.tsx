import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'

export interface EndForGoodProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the dialog stands on a page about this one. */
  onEnded?: (() => void | Promise<void>) | undefined
}

interface EndForGoodDialogProps extends EndForGoodProps {
  description: string
  /** What is said once it is done. */
  done: { title: string; description: string }
  end: () => Promise<unknown>
  /** Of the one that was ended. */
  queryKey: readonly unknown[]
  refresh: (client: QueryClient) => Promise<void>
}

/** Ends something that is made again and again. */
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
        // Ended already, which is what was asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: async () => {
      showToast({ ...done, tone: 'success' })
      await onEnded?.()
      // Asked for again, it would only be missed.
      client.removeQueries({ queryKey })
      // The dialog stays until its row is gone, so that the focus does not go back to the row's button first.
      await refresh(client)
      onOpenChange(false)
    },
    onError: (error) => {
      onOpenChange(false)
      const words = messageOf(error, 'It could not be ended. Please try again.')
      showToast({ title: 'Error', description: words, tone: 'error' })
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
