import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { deleteInvoice } from '../../contract.ts'
import { invoiceQuery, refreshInvoices, timelineQuery } from '../invoice-api.ts'

interface DeleteInvoiceDialogProps {
  invoice: { id: string; number: string; clientEmail: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: (() => void | Promise<void>) | undefined
}

export function DeleteInvoiceDialog({ invoice, open, onOpenChange, onDeleted }: DeleteInvoiceDialogProps) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call(deleteInvoice, { params: { id: invoice.id } }),
    onSuccess: async () => {
      showSuccess('Invoice Deleted', `Invoice ${invoice.number} was deleted.`)
      await onDeleted?.()
      // A refetch of the deleted invoice would only return 404.
      client.removeQueries(invoiceQuery(invoice.id))
      client.removeQueries(timelineQuery(invoice.id))
      // The dialog stays open until the row is gone, so that the focus does not return to the row's button.
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (isRefusal(error)) return refreshInvoices(client)
      onOpenChange(false)
      showError('Error deleting invoice', messageOf(error, 'Failed to delete the invoice. Please try again.'))
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
      title={`Delete invoice ${invoice.number}?`}
      description={
        !refusal &&
        `The invoice to ${invoice.clientEmail} will be permanently deleted, and its payment link will stop working.`
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

const refusals = new Set([
  'INVOICE_PAID',
  'INVOICE_HAS_PAYMENTS',
  'PAYMENT_UNDER_WAY',
  'INVOICE_NUMBERED',
  'INVOICE_CREDITED',
])

/** Whether another attempt would fail too, because the invoice is paid, has payments, is being paid or has a number that stays. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && refusals.has(error.code)
}
