import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { DialogProps } from '../../../web/ui/dialog.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { deleteReceipts } from '../contract.ts'
import { receiptCount } from './receipt-text.ts'

interface DeleteReceiptsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  ids: readonly string[]
  fallbackFocus?: DialogProps['fallbackFocus']
  onDeleted: () => Promise<unknown>
}

export function DeleteReceiptsDialog(props: DeleteReceiptsDialogProps) {
  const { open, onOpenChange, ids, fallbackFocus, onDeleted } = props
  const isOne = ids.length === 1
  const removal = useMutation({
    mutationFn: () => call(deleteReceipts, { body: { ids: [...ids] } }),
    onSuccess: async () => {
      showSuccess(isOne ? 'Receipt Deleted' : 'Receipts Deleted', `${receiptCount(ids.length)} deleted.`)
      onOpenChange(false)
      await onDeleted()
    },
    onError: (error) => {
      onOpenChange(false)
      showError('Error', messageOf(error, 'Failed to delete receipts. Please try again.'))
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isOne ? 'Delete this receipt?' : `Delete ${receiptCount(ids.length)}?`}
      description={`${isOne ? 'Its picture is' : 'Their pictures are'} permanently deleted. Expenses and transactions stay.`}
      confirmLabel="Delete"
      tone="danger"
      busy={removal.isPending}
      busyLabel="Deleting..."
      fallbackFocus={fallbackFocus}
      onConfirm={() => removal.mutate()}
    />
  )
}
