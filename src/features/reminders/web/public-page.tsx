import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'

import { formatDate } from '../../../shared/dates.ts'
import { isolated } from '../../../shared/isolated.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { amountDueOf } from '../../invoices/amount-due-rules.ts'
import { publicInvoiceQuery } from '../../invoices/web/invoice-api.ts'
import { PublicInvoicePage } from '../../payments/web/public-invoice-page.tsx'
import { saidPaidQuery } from './reminder-api.ts'

// Most visits only look or pay, and need no form for it.
const SaysPaidCard = lazy(() =>
  import('./says-paid-card.tsx').then((module) => ({ default: module.SaysPaidCard })),
)

const questionSkeleton = <Skeleton className="h-80 rounded-lg" />

/** The public page of an invoice, where the client can also say that it is paid. */
export function PublicPage() {
  const { id } = useParams({ from: '/invoices/$id/view' })
  const { paid } = useSearch({ from: '/invoices/$id/view' })
  const { data: invoice } = useQuery(publicInvoiceQuery(id))
  // Asked for together with the invoice: nobody is asked what they have said.
  const said = useQuery(saidPaidQuery(id))
  const [hasJustSaid, setHasJustSaid] = useState(false)
  if (!invoice) return <PublicInvoicePage />
  // While a payment is disputed it is the bank that decides whether it was paid.
  const isOpen = invoice.status !== 'paid' && !invoice.isDisputed && amountDueOf(invoice) > 0
  const saidOn = isOpen ? said.data?.saidOn : null
  const isThanked = hasJustSaid && paid === 'said'
  if (saidOn && !isThanked)
    return <PublicInvoicePage above={<SaidPaid on={saidOn} company={invoice.company.name} />} />
  if (paid === 'said' && !invoice.isDisputed)
    return (
      <PublicInvoicePage
        question={
          <Suspense fallback={questionSkeleton}>
            {said.isPending ? (
              questionSkeleton
            ) : (
              <SaysPaidCard key={id} id={id} invoice={invoice} onSaid={() => setHasJustSaid(true)} />
            )}
          </Suspense>
        }
      />
    )
  return <PublicInvoicePage below={isOpen && !said.isPending && <AlreadyPaidLink id={id} />} />
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

function SaidPaid({ on, company }: { on: string; company: string }) {
  return (
    <Notice title={`You said on ${formatDate(on)} that this is paid.`}>
      {isolated(company)} has been told and looks for your payment. No reminders are sent meanwhile.
    </Notice>
  )
}
