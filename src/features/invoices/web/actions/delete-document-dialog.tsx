import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../../web/api-client.ts'
import { capitalized } from '../../../../web/format/capitalized.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: (() => void | Promise<void>) | undefined
}

interface DeleteDocumentDialogProps extends DeleteDialogProps {
  what: 'invoice' | 'estimate'
  document: { id: string; number: string; clientEmail: string }
  /** What its link is called. */
  link: string
  remove: () => Promise<unknown>
  /** The codes of refusals for which another attempt would fail too. */
  refusals: readonly string[]
  /** Takes what was loaded of it out of the cache: loading it again would only return 404. */
  forget: (client: QueryClient) => void
  refresh: (client: QueryClient) => Promise<void>
}

export function DeleteDocumentDialog(props: DeleteDocumentDialogProps) {
  const { what, document, link, remove, refusals, forget, refresh, open, onOpenChange, onDeleted } = props
  const client = useQueryClient()
  const isRefusal = (error: unknown) => error instanceof ApiError && refusals.includes(error.code)
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      const name = capitalized(what)
      showSuccess(`${name} Deleted`, `${name} ${document.number} was deleted.`)
      await onDeleted?.()
      forget(client)
      // The dialog stays open until the row is gone, so that the focus does not return to the row's button.
      await refresh(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (isRefusal(error)) return refresh(client)
      onOpenChange(false)
      showError(`Error deleting ${what}`, messageOf(error, `Failed to delete the ${what}. Please try again.`))
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
      title={`Delete ${what} ${document.number}?`}
      description={
        !refusal &&
        `The ${what} to ${document.clientEmail} will be permanently deleted, and its ${link} will stop working.`
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
