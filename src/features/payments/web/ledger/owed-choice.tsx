import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../../../shared/money.ts'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { May } from '../../../auth/web/may.tsx'
import { refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import { setDisputeOwed, setRefundOwed } from '../../contract.ts'

interface OwedChoiceProps {
  invoiceId: string
  kind: 'refund' | 'dispute'
  id: string
  stillOwed: boolean
}

/** Shows whether the client owes a refunded or disputed amount again, with a button to change that. */
export function OwedChoice({ invoiceId, kind, id, stillOwed }: OwedChoiceProps) {
  const client = useQueryClient()
  const body = { stillOwed: !stillOwed }
  const deciding = useMutation({
    mutationFn: () =>
      kind === 'refund'
        ? call(setRefundOwed, { params: { id: invoiceId, refundId: id }, body })
        : call(setDisputeOwed, { params: { id: invoiceId, disputeId: id }, body }),
    onSuccess: async (invoice) => {
      await refreshInvoices(client)
      showSuccess(
        stillOwed ? 'No Longer Owed' : 'Still Owed',
        invoice.status === 'paid' || invoice.status === 'cancelled'
          ? `The invoice is ${invoice.status === 'paid' ? 'paid' : 'canceled'}.`
          : `${formatMoney(invoice.openMinor, invoice)} is due.`,
      )
    },
    onError: (error) => showError('This couldn’t be changed', messageOf(error, 'Please try again.')),
  })
  return (
    <div className="flex w-full flex-wrap items-center gap-x-2 text-xs text-muted">
      <span>{stillOwed ? 'The client still owes this.' : 'No longer owed.'}</span>
      <May permission="money.write">
        <Button
          variant="link"
          size="sm"
          className="text-xs"
          busy={deciding.isPending}
          busyLabel="Changing..."
          onClick={() => deciding.mutate()}
        >
          {stillOwed ? 'Mark as no longer owed' : 'Client still owes this'}
        </Button>
      </May>
    </div>
  )
}
