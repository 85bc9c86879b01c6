import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../../../shared/money.ts'
import { call, messageOf } from '../../../../web/api-client.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import { refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import { undoPayment } from '../../contract.ts'
import { openAfterUndo, undoText } from './ledger-text.ts'
import type { PaymentDialogProps } from './refund-dialog.tsx'

export function UndoPaymentDialog({ invoiceId, ledger, payment, open, onOpenChange }: PaymentDialogProps) {
  const client = useQueryClient()
  const amount = formatMoney(payment.amountMinor, ledger)
  const undoing = useMutation({
    mutationFn: () => call(undoPayment, { params: { id: invoiceId, paymentId: payment.id } }),
    onSuccess: async ({ status, openMinor }) => {
      showSuccess(
        'Payment Undone',
        status === 'paid'
          ? 'The invoice is still paid.'
          : status === 'cancelled'
            ? 'The invoice is canceled.'
            : `${formatMoney(openMinor, ledger)} is due again.`,
      )
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: () => refreshInvoices(client),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        undoing.reset()
        onOpenChange(next)
      }}
      title={`Undo the payment of ${amount}?`}
      description={undoText(openAfterUndo(ledger, payment), ledger.openMinor === 0, ledger)}
      confirmLabel="Undo payment"
      tone="danger"
      busy={undoing.isPending}
      busyLabel="Undoing..."
      onConfirm={() => undoing.mutate()}
    >
      {undoing.isError && (
        <Notice tone="error" title="The payment was not undone">
          {messageOf(undoing.error, 'Please try again.')}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
