import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import type { UndoDialogProps } from '../../../web/imports/import-list.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { type BankImport, undoBankImport } from '../contract.ts'
import { bankImportQuery, refreshAfterImport } from './bank-file-api.ts'
import { undoText } from './undo-text.ts'

export function UndoImportDialog({ undone, open, onOpenChange, fallbackFocus }: UndoDialogProps<BankImport>) {
  const client = useQueryClient()
  const query = bankImportQuery(undone.id)
  // Fetched each time the dialog opens: another file may contain the same transactions by now.
  const facts = useQuery({ ...query, enabled: open, staleTime: 0 })
  const undoing = useMutation({
    mutationFn: () => call(undoBankImport, { params: { id: undone.id } }),
    onSuccess: async () => {
      onOpenChange(false)
      await client.invalidateQueries({ queryKey: query.queryKey })
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
      onConfirm={facts.data && !facts.isFetching ? () => undoing.mutate() : undefined}
    >
      {facts.data && !facts.isFetching ? (
        <div className="flex flex-col gap-2 text-sm">
          {undoText({
            ...facts.data,
            kept: facts.data.added + facts.data.existing - facts.data.removed,
          }).map((sentence) => (
            <p key={sentence} className="wrap-anywhere">
              {sentence}
            </p>
          ))}
        </div>
      ) : facts.isError ? (
        <p role="alert" className="text-sm">
          Its details couldn’t be loaded. Nothing was changed. Please try again.
        </p>
      ) : (
        <Spinner label="Counting its transactions..." />
      )}
    </ConfirmDialog>
  )
}
