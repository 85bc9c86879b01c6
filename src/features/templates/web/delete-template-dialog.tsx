import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, isNotFound, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { deleteTemplate } from '../contract.ts'
import { refreshTemplates, templateQuery } from './template-api.ts'

interface DeleteTemplateDialogProps {
  template: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteTemplateDialog({ template, open, onOpenChange }: DeleteTemplateDialogProps) {
  const client = useQueryClient()
  // Guards against a second click before `isPending` is rendered.
  const isStarted = useRef(false)
  const removal = useMutation({
    mutationFn: () =>
      call(deleteTemplate, { params: { id: template.id } }).catch((error: unknown) => {
        // Already deleted.
        if (!isNotFound(error)) throw error
      }),
    onSuccess: async () => {
      showSuccess('Template Deleted', `“${template.name}” is gone.`)
      client.removeQueries(templateQuery(template.id))
      // The dialog stays open until the row is gone, so that the focus does not return to the row's button.
      await refreshTemplates(client)
      onOpenChange(false)
    },
    onError: (error) => {
      isStarted.current = false
      onOpenChange(false)
      showError(
        'Error deleting template',
        messageOf(error, 'Failed to delete the template. Please try again.'),
      )
    },
  })
  function remove() {
    if (isStarted.current) return
    isStarted.current = true
    removal.mutate()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${template.name}”?`}
      description="The template goes for good. Invoices that began with it stay."
      confirmLabel="Delete"
      tone="danger"
      busy={removal.isPending}
      busyLabel="Deleting..."
      onConfirm={remove}
    />
  )
}
