import type { ReactNode } from 'react'
import { dateIn } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { Invoice } from '../../contract.ts'
import { documentOf, documentOn } from '../../document/document-rules.ts'
import { hasTestPayments, noMoneyMoved } from '../../document/movement-rules.ts'
import { InvoicePaper } from './invoice-paper.tsx'

interface PaidInvoiceProps {
  invoice: Invoice
  today: string
  timeZone: string
  children: ReactNode
}

/** Shown instead of the form: the document of a paid invoice, which can no longer be changed. */
export function PaidInvoice({ invoice, today, timeZone, children }: PaidInvoiceProps) {
  const paidOn = invoice.paidAt && dateIn(timeZone, new Date(invoice.paidAt))
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8">
      <div className="flex min-w-0 flex-col gap-6">
        <PaidNotice invoice={invoice} />
        <InvoicePaper invoice={documentOn(today, documentOf({ ...invoice, status: 'paid', paidOn }))} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  )
}

function PaidNotice({ invoice }: Pick<PaidInvoiceProps, 'invoice'>) {
  const isWaived = invoice.waivedCents > 0
  const title = isWaived ? 'This invoice is settled' : 'This invoice is paid'
  if (hasTestPayments(invoice)) {
    return (
      <Notice tone="attention" title={title}>
        {noMoneyMoved} It can be changed once the test payment is removed.
      </Notice>
    )
  }
  return (
    <Notice tone="success" title={title}>
      {isWaived
        ? `${formatMoney(invoice.waivedCents)} went back to the client and is not owed any more. The invoice can no longer be changed: it is the record of money that moved.`
        : 'It can no longer be changed: it is the record of money you received.'}
    </Notice>
  )
}
