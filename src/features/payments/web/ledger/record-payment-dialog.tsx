import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ApiError, call } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../../web/ui/skeleton.tsx'
import { showSuccess } from '../../../../web/ui/toast.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { refreshInvoices } from '../../../invoices/web/invoice-api.ts'
import { recordPayment } from '../../contract.ts'
import { invoiceToPayQuery } from './ledger-api.ts'
import { standingText } from './ledger-text.ts'
import { RecordPaymentFields } from './record-payment-fields.tsx'
import type { NewPayment } from './record-payment-form.ts'

interface RecordPaymentDialogProps {
  invoice: Pick<Invoice, 'id' | 'number'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RecordPaymentDialog({ invoice, open, onOpenChange }: RecordPaymentDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const recording = useMutation({
    mutationFn: (body: NewPayment & { requestId: string }) =>
      call(recordPayment, { params: { id: invoice.id }, body }),
    onSuccess: async (changed) => {
      showSuccess('Payment Recorded', standingText(changed))
      // The dialog stays open until then, or the focus would return to a button that is about to disappear.
      await refreshInvoices(client)
      onOpenChange(false)
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await refreshInvoices(client)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={<LabelByOpenAmount invoiceId={invoice.id} free="Mark as paid" owed="Record a payment" />}
      description={<Subject invoice={invoice} />}
      formId={formId}
      submitLabel={<LabelByOpenAmount invoiceId={invoice.id} free="Mark as paid" owed="Record payment" />}
      busy={recording.isPending}
      busyLabel="Saving..."
    >
      <LoadedFields invoiceId={invoice.id} formId={formId} record={recording.mutateAsync} />
    </FormDialog>
  )
}

/** Inside the dialog, like everything that reads the invoice, so that each opening reads it again. */
function LabelByOpenAmount({ invoiceId, free, owed }: { invoiceId: string; free: string; owed: string }) {
  const { data } = useQuery(invoiceToPayQuery(invoiceId))
  return data?.openMinor === 0 ? free : owed
}

function Subject({ invoice }: Pick<RecordPaymentDialogProps, 'invoice'>) {
  const { data } = useQuery(invoiceToPayQuery(invoice.id))
  return (
    <span className="wrap-anywhere">
      Invoice {invoice.number}
      {data && `, ${data.client.name}`}
    </span>
  )
}

interface LoadedFieldsProps {
  invoiceId: string
  formId: string
  record: (body: NewPayment & { requestId: string }) => Promise<unknown>
}

function LoadedFields({ invoiceId, formId, record }: LoadedFieldsProps) {
  const invoice = useQuery(invoiceToPayQuery(invoiceId))
  if (invoice.data) return <RecordPaymentFields invoice={invoice.data} formId={formId} record={record} />
  if (invoice.isError) return <ErrorState query={invoice} className="py-6!" />
  return <Skeletons sizes={['h-16 w-full', 'h-24 w-full', 'h-16 w-full']} className="gap-5" />
}
