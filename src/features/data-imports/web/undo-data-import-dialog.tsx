import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import type { UndoDialogProps } from '../../../web/imports/import-list.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { type DataImport, undoDataImport } from '../contract.ts'
import { countText } from '../rules.ts'
import { refreshAfterImport } from './data-import-api.ts'

export function UndoDataImportDialog({
  undone,
  open,
  onOpenChange,
  fallbackFocus,
}: UndoDialogProps<DataImport>) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: () => call(undoDataImport, { params: { id: undone.id } }),
    onSuccess: async () => {
      onOpenChange(false)
      await refreshAfterImport(client)
    },
    onError: (error) => {
      onOpenChange(false)
      showError('The import was not undone', messageOf(error, 'Nothing was changed. Please try again.'))
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="danger"
      title="Undo this import?"
      description={undone.fileName}
      confirmLabel="Undo import"
      busy={undoing.isPending}
      busyLabel="Undoing..."
      fallbackFocus={fallbackFocus}
      onConfirm={() => undoing.mutate()}
    >
      <p className="text-sm">
        {countText(undone.added, undone.kind)} that it added {undone.added === 1 ? 'is' : 'are'} removed
        {undone.kind === 'invoices' && ', with their payments and the clients that came with them'}. What you
        have changed or used since stays.
      </p>
    </ConfirmDialog>
  )
}
