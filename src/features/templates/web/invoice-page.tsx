import { EditInvoicePage } from '../../invoices/web/invoice-editor-page.tsx'
import { WithInvoiceParts } from './with-invoice-parts.tsx'

export function InvoicePage() {
  return (
    <WithInvoiceParts>
      <EditInvoicePage />
    </WithInvoiceParts>
  )
}
