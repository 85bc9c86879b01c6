import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Ellipsis, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type ClientAccount, archiveClient, deleteClient } from '../contract.ts'
import { clientQuery, refreshClients } from './client-api.ts'
import { MergeDialog } from './merge-dialog.tsx'

interface ClientActionsProps {
  client: ClientAccount
  onMerged: (id: string) => void | Promise<void>
  onDeleted: () => void | Promise<void>
}

/** Merge, archive and delete. */
export function ClientActions({ client, onMerged, onDeleted }: ClientActionsProps) {
  const { id, companyName, archivedAt } = client
  const queries = useQueryClient()
  const [open, setOpen] = useState<'merge' | 'delete' | null>(null)
  const archiving = useMutation({
    mutationFn: (archived: boolean) => call(archiveClient, { params: { id }, body: { archived } }),
    onSuccess: (_, archived) => {
      showSuccess(
        archived ? 'Client Archived' : 'Client Restored',
        archived
          ? `${companyName} is no longer offered for new invoices. An invoice to their address brings them back.`
          : `${companyName} is in your list again.`,
      )
      return refreshClients(queries)
    },
    onError: (error) => showError('The client was not changed', messageOf(error, 'Please try again.')),
  })
  const isArchived = archivedAt !== null
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" aria-label={`More actions for ${companyName}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={Merge} onSelect={() => setOpen('merge')}>
          Merge…
        </MenuItem>
        <MenuItem
          icon={isArchived ? ArchiveRestore : Archive}
          disabled={archiving.isPending}
          onSelect={() => archiving.mutate(!isArchived)}
        >
          {isArchived ? 'Unarchive' : 'Archive'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <MergeDialog
        client={client}
        open={open === 'merge'}
        onOpenChange={(next) => setOpen(next ? 'merge' : null)}
        onMerged={onMerged}
      />
      <DeleteDialog
        client={client}
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        onDeleted={onDeleted}
        onArchive={isArchived ? undefined : () => archiving.mutate(true)}
      />
    </>
  )
}

interface DeleteDialogProps {
  client: ClientAccount
  open: boolean
  onClose: () => void
  onDeleted: () => void | Promise<void>
  onArchive: (() => void) | undefined
}

function DeleteDialog({ client, open, onClose, onDeleted, onArchive }: DeleteDialogProps) {
  const queries = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call(deleteClient, { params: { id: client.id } }),
    onSuccess: async () => {
      showSuccess('Client Deleted', `${client.companyName} was deleted.`)
      await onDeleted()
      // Loading the deleted client again would only return 404.
      queries.removeQueries(clientQuery(client.id))
      await refreshClients(queries)
    },
    onError: (error) => {
      if (isInUse(error)) return
      onClose()
      showError('The client was not deleted', messageOf(error, 'Please try again.'))
    },
  })
  function close() {
    removal.reset()
    onClose()
  }
  const refusal = isInUse(removal.error) ? removal.error : null
  const offersArchive = refusal !== null && onArchive !== undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={
        <>
          Delete <span className="own-words">{client.companyName}</span>?
        </>
      }
      description={!refusal && 'The details and notes of this client will be permanently deleted.'}
      cancelLabel={refusal ? 'Close' : 'Cancel'}
      confirmLabel={offersArchive ? 'Archive instead' : 'Delete'}
      tone={refusal ? 'default' : 'danger'}
      busy={removal.isPending}
      busyLabel="Deleting..."
      onConfirm={
        refusal
          ? offersArchive
            ? () => {
                onArchive()
                close()
              }
            : undefined
          : () => removal.mutate()
      }
    >
      {refusal && (
        <Notice tone="attention" role="alert">
          {refusal.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

function isInUse(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'CLIENT_IN_USE'
}
