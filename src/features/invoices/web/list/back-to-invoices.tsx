import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useSession } from '../../../auth/web/session.ts'
import { type InvoiceUrlState, rememberedInvoiceUrlState } from './invoice-url-state.ts'

/** Returns the URL state of the invoice list as the user left it, for links back to /invoices. */
export function useInvoiceUrlState(): InvoiceUrlState {
  const state = useSession()
  return rememberedInvoiceUrlState(state.status === 'signed-in' ? state.session.business.id : undefined)
}

export function BackToInvoices() {
  return (
    <Link
      to="/invoices"
      search={useInvoiceUrlState()}
      className="flex w-fit items-center gap-1.5 text-sm text-muted hover:text-foreground touch:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Invoices
    </Link>
  )
}
