import { Link } from '@tanstack/react-router'
import { Ban, CalendarDays, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { formatMoney } from '../../../../shared/money.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { textLink } from '../../../../web/ui/text-link.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { askedNowOf, cancelledSentence, overpaidSentence } from '../../document/movement-rules.ts'
import { currencyNote } from '../../document/row-rules.ts'
import { nextPartName } from '../../parts/part-text-rules.ts'
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx'
import { dueText, isLate, paidText, partlyPaidText } from '../paper/due-text.ts'
import { EarlyPaymentNote } from '../paper/early-payment-note.tsx'
import { PartSchedule } from '../parts/part-schedule.tsx'

interface PublicInvoiceSummaryProps {
  invoice: InvoiceDocument
  /** Gets the focus when the pay button disappears because the invoice was paid. */
  answer?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The most important facts before the details: the amount due and the due date, or that the invoice is paid. */
export function PublicInvoiceSummary({ invoice, answer, children }: PublicInvoiceSummaryProps) {
  return (
    <Card className="gap-6 p-5 sm:p-6">
      <div ref={answer} tabIndex={-1} className="flex flex-col gap-4">
        <h1 className="text-sm font-normal tracking-normal wrap-anywhere text-muted">
          Invoice <span className="inline-block font-medium text-foreground">{invoice.number}</span> from{' '}
          <bdi className="font-medium text-foreground">{invoice.company.name}</bdi>
        </h1>
        <Standing invoice={invoice} />
        <CreditNoteLinks invoice={invoice} />
      </div>
      {children}
      <Questions invoice={invoice} />
    </Card>
  )
}

function Standing({ invoice }: { invoice: InvoiceDocument }) {
  if (invoice.status === 'paid') return <PaymentComplete invoice={invoice} />
  return invoice.status === 'cancelled' ? <InvoiceCancelled /> : <ToPay invoice={invoice} />
}

function ToPay({ invoice }: { invoice: InvoiceDocument }) {
  const late = isLate(invoice)
  const Icon = late ? CircleAlert : CalendarDays
  const partlyPaid = partlyPaidText(invoice)
  const part = nextPartName(invoice)
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="text-sm text-muted">{part ? `Amount due: ${part}` : 'Amount due'}</p>
          {late && <InvoiceStatusBadge status="overdue" />}
        </div>
        <p className="text-3xl font-semibold tracking-tight wrap-anywhere text-foreground tabular-nums">
          {formatMoney(askedNowOf(invoice), invoice)}
          <CurrencyNote format={invoice} />
        </p>
        <p
          className={classNames(
            'mt-1 flex items-center gap-1.5 text-sm font-medium',
            late ? 'text-negative' : 'text-foreground',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {dueText(invoice)}
        </p>
        {partlyPaid && (
          <p className="mt-1 flex items-center gap-1.5 text-sm text-muted tabular-nums">
            <CircleDashed aria-hidden className="size-4 shrink-0" />
            {partlyPaid}
          </p>
        )}
      </div>
      <PartSchedule invoice={invoice} className="border-t border-border pt-4" />
      <EarlyPaymentNote invoice={invoice} />
    </>
  )
}

/** Names the currency beside an amount where the sign alone does not. */
export function CurrencyNote({ format }: { format: Pick<InvoiceDocument, 'currency' | 'locale'> }) {
  const note = currencyNote(format)
  return note && <span className="text-base font-medium tracking-normal text-muted">{` ${note}`}</span>
}

function PaymentComplete({ invoice }: { invoice: InvoiceDocument }) {
  const overpaid = overpaidSentence(invoice)
  return (
    <div className="flex items-center gap-3 rounded-md bg-positive-soft p-4">
      <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" />
      <div>
        <h2 className="text-base font-semibold text-foreground">Payment Complete</h2>
        <p className="text-sm text-muted tabular-nums">{paidText(invoice)}</p>
        {overpaid && <p className="text-sm font-medium text-foreground tabular-nums">{overpaid}</p>}
      </div>
    </div>
  )
}

function InvoiceCancelled() {
  return (
    <div className="flex items-center gap-3 rounded-md bg-surface-sunken p-4">
      <Ban aria-hidden className="size-6 shrink-0 text-muted" />
      <p className="text-sm font-medium text-foreground">{cancelledSentence}</p>
    </div>
  )
}

function CreditNoteLinks({ invoice }: { invoice: InvoiceDocument }) {
  if (invoice.creditNotes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {invoice.creditNotes.map(({ id, number, amountMinor }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link to="/credit-notes/$id/view" params={{ id }} preload={false} className={textLink}>
            Credit note <span className="inline-block">{number}</span>
          </Link>
          <span className="text-foreground tabular-nums">{formatMoney(-amountMinor, invoice)}</span>
        </li>
      ))}
    </ul>
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
        className="font-medium wrap-anywhere text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-current touch:flex touch:min-h-11 touch:items-center"
      >
        {email}
      </a>
    </p>
  )
}
