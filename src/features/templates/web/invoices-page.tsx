import { InvoiceListPage } from '../../invoices/web/invoice-list-page.tsx'
import { WithInvoiceParts } from './with-invoice-parts.tsx'

export function InvoicesPage() {
  return (
    <WithInvoiceParts>
      <InvoiceListPage />
    </WithInvoiceParts>
  )
}
