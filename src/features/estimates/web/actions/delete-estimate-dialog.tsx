import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, isNotFound, messageOf } from '../../../../web/api-client.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { deleteEstimate } from '../../contract.ts'
import { estimateQuery, refreshEstimates } from '../estimate-api.ts'

interface DeleteEstimateDialogProps {
  estimate: { id: string; number: string; clientEmail: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: (() => void | Promise<void>) | undefined
}

export function DeleteEstimateDialog({ estimate, open, onOpenChange, onDeleted }: DeleteEstimateDialogProps) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () =>
      call(deleteEstimate, { params: { id: estimate.id } }).catch((error: unknown) => {
        // Already deleted.
        if (!isNotFound(error)) throw error
      }),
    onSuccess: async () => {
      showSuccess('Estimate Deleted', `Estimate ${estimate.number} was deleted.`)
      await onDeleted?.()
      // A refetch of the deleted estimate would only return 404.
      client.removeQueries(estimateQuery(estimate.id))
      // The dialog stays open until the row is gone, so that the focus does not return to the row's button.
      await refreshEstimates(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (isRefusal(error)) return refreshEstimates(client)
      onOpenChange(false)
      showError(
        'Error deleting estimate',
        messageOf(error, 'Failed to delete the estimate. Please try again.'),
      )
    },
  })
  function close() {
    removal.reset()
    onOpenChange(false)
  }
  const refusal = isRefusal(removal.error) ? removal.error : null
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Delete estimate ${estimate.number}?`}
      description={
        !refusal &&
        `The estimate to ${estimate.clientEmail} will be permanently deleted, and its link will stop working.`
      }
      cancelLabel={refusal ? 'Close' : 'Cancel'}
      confirmLabel="Delete"
      tone="danger"
      busy={removal.isPending}
      busyLabel="Deleting..."
      onConfirm={refusal ? undefined : () => removal.mutate()}
    >
      {refusal && <Notice tone="error">{refusal.message}</Notice>}
    </ConfirmDialog>
  )
}

/** Whether another attempt would fail too, because invoices were made from it. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'ESTIMATE_INVOICED'
}
