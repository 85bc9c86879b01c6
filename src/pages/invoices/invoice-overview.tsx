import type { ReactNode, Ref } from 'react'
import type { Invoice } from '../../features/invoices/contract.ts'
import { documentOf, documentOn } from '../../features/invoices/document/document-rules.ts'
import { CreditedNotice } from '../../features/invoices/web/paper/credited-notice.tsx'
import { InvoicePaper } from '../../features/invoices/web/paper/invoice-paper.tsx'
import { PaidNotice } from '../../features/invoices/web/paper/paid-notice.tsx'
import { dateIn } from '../../shared/dates.ts'
import { InvoiceFacts } from './invoice-facts.tsx'

interface InvoiceOverviewProps {
  /** Gets the focus when it takes the place of the form. */
  ref: Ref<HTMLDivElement>
  invoice: Invoice
  today: string
  timeZone: string
  children: ReactNode
}

/** What matters about an invoice, then what happened to it, with the document beside that. */
export function InvoiceOverview({ ref, invoice, today, timeZone, children }: InvoiceOverviewProps) {
  const status = invoice.status === 'overdue' ? 'pending' : invoice.status
  const paidOn = invoice.paidAt && dateIn(timeZone, new Date(invoice.paidAt))
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {status === 'paid' ? <PaidNotice invoice={invoice} /> : <CreditedNotice invoice={invoice} />}
      <InvoiceFacts invoice={invoice} today={today} timeZone={timeZone} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="flex flex-col gap-6 lg:order-last">{children}</div>
        <InvoicePaper invoice={documentOn(today, documentOf({ ...invoice, status, paidOn }))} />
      </div>
    </div>
  )
}
