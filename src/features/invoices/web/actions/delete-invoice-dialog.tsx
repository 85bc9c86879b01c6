import { call } from '../../../../web/api-client.ts'
import { deleteInvoice } from '../../contract.ts'
import { invoiceQuery, refreshInvoices, timelineQuery } from '../invoice-api.ts'
import { DeleteDocumentDialog, type DeleteDialogProps } from './delete-document-dialog.tsx'

interface DeleteInvoiceDialogProps extends DeleteDialogProps {
  invoice: { id: string; number: string; clientEmail: string }
}

export function DeleteInvoiceDialog({ invoice, ...props }: DeleteInvoiceDialogProps) {
  const { id } = invoice
  return (
    <DeleteDocumentDialog
      {...props}
      what="invoice"
      document={invoice}
      link="payment link"
      remove={() => call(deleteInvoice, { params: { id } })}
      refusals={refusals}
      forget={(client) => {
        client.removeQueries(invoiceQuery(id))
        client.removeQueries(timelineQuery(id))
      }}
      refresh={refreshInvoices}
    />
  )
}

/** It is paid, has payments, is being paid, has a number that stays or is dated in a closed period. */
const refusals = [
  'INVOICE_PAID',
  'INVOICE_HAS_PAYMENTS',
  'PAYMENT_UNDER_WAY',
  'INVOICE_NUMBERED',
  'INVOICE_CREDITED',
  'PERIOD_CLOSED',
]
