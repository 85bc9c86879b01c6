import { EditInvoicePage } from '../../invoices/web/invoice-editor-page.tsx'
import { WithPayments } from './with-payments.tsx'

export function InvoicePage() {
  return (
    <WithPayments>
      <EditInvoicePage />
    </WithPayments>
  )
}
