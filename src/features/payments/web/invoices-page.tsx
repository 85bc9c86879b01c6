import { InvoiceListPage } from '../../invoices/web/invoice-list-page.tsx'
import { WithPayments } from './with-payments.tsx'

export function InvoicesPage() {
  return (
    <WithPayments>
      <InvoiceListPage />
    </WithPayments>
  )
}
