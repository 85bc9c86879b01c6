import { BackLink } from '../../../../web/layout/back-link.tsx'
import { useBusinessId } from '../../../auth/web/session.ts'
import { type InvoiceUrlState, invoiceList } from './invoice-url-state.ts'

/** Returns the URL state of the invoice list as the user left it, for links back to /invoices. */
export function useInvoiceUrlState(): InvoiceUrlState {
  return invoiceList.of(useBusinessId())
}

export function BackToInvoices() {
  return (
    <BackLink to="/invoices" search={useInvoiceUrlState()}>
      Invoices
    </BackLink>
  )
}
