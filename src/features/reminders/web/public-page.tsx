import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'

import { Button } from '../../../web/ui/button.tsx'
import { amountDueOf } from '../../invoices/amount-due-rules.ts'
import { publicInvoiceQuery } from '../../invoices/web/invoice-api.ts'
import { PublicInvoicePage } from '../../payments/web/public-invoice-page.tsx'
import { SaysPaidCard } from './says-paid-card.tsx'

/** The public page of an invoice, where the client can also say that it is paid. */
export function PublicPage() {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { paid } = useSearch({ from: '/invoices/$id/view' })
  const { data: invoice } = useQuery(publicInvoiceQuery(id))
  if (!invoice) return <PublicInvoicePage />
  if (paid === 'said')
    return <PublicInvoicePage question={<SaysPaidCard key={id} id={id} invoice={invoice} />} />
  const isOpen = invoice.status !== 'paid' && amountDueOf(invoice) > 0
  return <PublicInvoicePage below={isOpen && <AlreadyPaidLink id={id} />} />
}

function AlreadyPaidLink({ id }: { id: string }) {
  return (
    <Button asChild variant="link" className="-my-2 self-start">
      <Link to="/invoices/$id/view" params={{ id }} search={{ paid: 'said' }}>
        I have already paid
      </Link>
    </Button>
  )
}
