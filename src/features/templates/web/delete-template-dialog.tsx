import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { deleteTemplate } from '../contract.ts'
import { refreshTemplates, templateQuery } from './template-api.ts'

interface DeleteTemplateDialogProps {
  template: { id: string; name: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteTemplateDialog({ template, open, onOpenChange }: DeleteTemplateDialogProps) {
  const client = useQueryClient()
  // A second press may come before the first is known to be on its way.
  const isStarted = useRef(false)
  const removal = useMutation({
    mutationFn: () =>
      call(deleteTemplate, { params: { id: template.id } }).catch((error: unknown) => {
        // Gone already, which is what was asked for.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: async () => {
      showToast({ title: 'Template Deleted', description: `“${template.name}” is gone.`, tone: 'success' })
      client.removeQueries(templateQuery(template.id))
      // The dialog stays until its row is gone, so that the focus does not go back to the row's button first.
      await refreshTemplates(client)
      onOpenChange(false)
    },
    onError: (error) => {
      isStarted.current = false
      onOpenChange(false)
      showToast({
        title: 'Error deleting template',
        description: messageOf(error, 'Failed to delete the template. Please try again.'),
        tone: 'error',
      })
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
