import { BackLink } from '../../../../web/layout/back-link.tsx'
import { useSession } from '../../../auth/web/session.ts'
import { type InvoiceUrlState, rememberedInvoiceUrlState } from './invoice-url-state.ts'

/** Returns the URL state of the invoice list as the user left it, for links back to /invoices. */
export function useInvoiceUrlState(): InvoiceUrlState {
  const state = useSession()
  return rememberedInvoiceUrlState(state.status === 'signed-in' ? state.session.business.id : undefined)
}

export function BackToInvoices() {
  return (
    <BackLink to="/invoices" search={useInvoiceUrlState()}>
      Invoices
    </BackLink>
  )
}
