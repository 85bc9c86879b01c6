import { BadgePercent, CalendarDays, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import type { InvoiceDocument } from '../contract.ts'
import { dueText } from './due-text.ts'
import { earlyPaymentOffer } from './paper-rows.ts'

interface PublicInvoiceSummaryProps {
  invoice: InvoiceDocument
  /** What can be done with it: paying comes first, keeping it after that. */
  children: ReactNode
}

/** The answer before the details: how much, by when, or that it is settled. */
export function PublicInvoiceSummary({ invoice, children }: PublicInvoiceSummaryProps) {
  return (
    <Card className="gap-6 p-5 sm:p-6">
      <div className="flex flex-col gap-4">
        <h1 className="text-sm font-normal tracking-normal wrap-anywhere text-muted">
          Invoice <span className="font-medium text-foreground">{invoice.number}</span> from{' '}
          <span className="font-medium text-foreground">{invoice.company.name}</span>
        </h1>
        {invoice.status === 'paid' ? <PaymentComplete invoice={invoice} /> : <ToPay invoice={invoice} />}
      </div>
      {children}
      <Questions invoice={invoice} />
    </Card>
  )
}

function ToPay({ invoice }: { invoice: InvoiceDocument }) {
  const due = dueText(invoice)
  const late = due.startsWith('Overdue')
  const Icon = late ? CircleAlert : CalendarDays
  const offer = earlyPaymentOffer(invoice)
  return (
    <>
      <div>
        <p className="text-sm text-muted">Amount due</p>
        <p className="text-3xl font-semibold tracking-tight wrap-anywhere text-foreground tabular-nums">
          {formatMoney(invoice.amountDueCents)}
        </p>
        <p
          className={classNames(
            'mt-1 flex items-center gap-1.5 text-sm font-medium',
            late ? 'text-negative' : 'text-foreground',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {due}
        </p>
      </div>
      {offer && (
        <p className="flex gap-2 rounded-md bg-positive-soft px-3 py-2.5 text-sm text-foreground">
          <BadgePercent aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
          {offer}
        </p>
      )}
    </>
  )
}

function PaymentComplete({ invoice }: { invoice: InvoiceDocument }) {
  return (
    <div className="flex items-center gap-3 rounded-md bg-positive-soft p-4">
      <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" />
      <div>
        <h2 className="text-base font-semibold text-foreground">Payment Complete</h2>
        {invoice.paidOn && <p className="text-sm text-muted">Paid {formatDate(invoice.paidOn)}</p>}
      </div>
    </div>
  )
}

function Questions({ invoice }: { invoice: InvoiceDocument }) {
  const { email } = invoice.company
  const address = encodeURIComponent(email).replace('%40', '@')
  const subject = encodeURIComponent(`Invoice ${invoice.number}`)
  return (
    <p className="border-t border-border pt-4 text-sm text-muted">
      Questions about this invoice?{' '}
      <a
        href={`mailto:${address}?subject=${subject}`}
        className="font-medium wrap-anywhere text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-current"
      >
        {email}
      </a>
    </p>
  )
}
