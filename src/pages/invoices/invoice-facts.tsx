import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMinute } from '../../features/business/web/use-minute.ts'
import type { Invoice } from '../../features/invoices/contract.ts'
import { paidAndReturned } from '../../features/invoices/document/movement-rules.ts'
import { nextDueDateOf, nextPartName } from '../../features/invoices/parts/part-text-rules.ts'
import { timelineQuery } from '../../features/invoices/web/invoice-api.ts'
import { dueInDays } from '../../features/invoices/web/paper/due-text.ts'
import { deliveryFact } from '../../features/invoices/web/timeline/delivery-fact.ts'
import { LinkedText } from '../../features/invoices/web/timeline/linked-text.tsx'
import { shortReminderText } from '../../features/reminders/web/panel-text.ts'
import { invoiceRemindersQuery } from '../../features/reminders/web/reminder-api.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { Card } from '../../web/ui/card.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Skeleton } from '../../web/ui/skeleton.tsx'

interface InvoiceFactsProps {
  invoice: Invoice
  today: string
  timeZone: string
}

/** The answers an owner looks for first: what is owed, until when, and what happens next. */
export function InvoiceFacts({ invoice, today, timeZone }: InvoiceFactsProps) {
  const entries = useQuery(timelineQuery(invoice.id)).data?.entries ?? []
  const delivery = deliveryFact(invoice, entries, timeZone)
  return (
    <Card aria-label="Overview">
      <dl className="grid gap-x-8 gap-y-5 p-4 sm:grid-cols-2 sm:p-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {invoice.status === 'cancelled' ? (
          <Fact
            isLarge
            label="Credited"
            value={formatMoney(invoice.creditNotesMinor, invoice)}
            detail="Canceled"
          />
        ) : invoice.status === 'paid' ? (
          <PaidFacts invoice={invoice} timeZone={timeZone} />
        ) : (
          <OwedFacts invoice={invoice} today={today} timeZone={timeZone} />
        )}
        <Fact
          label="Delivery"
          value={delivery.text}
          detail={<LinkedText text={delivery.detail} />}
          isProblem={delivery.isProblem}
        />
      </dl>
    </Card>
  )
}

function OwedFacts({ invoice, today, timeZone }: InvoiceFactsProps) {
  const { status, openMinor, totals } = invoice
  const dueDate = nextDueDateOf(invoice)
  const part = nextPartName(invoice)
  const { totalMinor } = totals
  return (
    <>
      <Fact
        isLarge
        label="Balance due"
        value={formatMoney(openMinor, invoice)}
        detail={openMinor < totalMinor && `of ${formatMoney(totalMinor, invoice)}${creditedText(invoice)}`}
      />
      <Fact
        label={part ? `Next: ${part}, ${formatMoney(invoice.dueMinor, invoice)}` : 'Due date'}
        value={dueInDays(dueDate, today)}
        detail={formatDate(dueDate)}
        isProblem={status === 'overdue'}
      />
      {openMinor > 0 && <ReminderFact invoiceId={invoice.id} timeZone={timeZone} />}
    </>
  )
}

/** ", $20.00 credited"; empty without credit notes. */
function creditedText(invoice: Invoice): string {
  const { creditNotesMinor } = invoice
  return creditNotesMinor > 0 ? `, ${formatMoney(creditNotesMinor, invoice)} credited` : ''
}

function ReminderFact({ invoiceId, timeZone }: { invoiceId: string; timeZone: string }) {
  const now = useMinute()
  const { data, isError } = useQuery(invoiceRemindersQuery(invoiceId))
  const { title, text } = data
    ? shortReminderText(data, timeZone, now)
    : {
        title: isError ? 'Unknown' : <Skeleton className="h-6 w-32" />,
        text: isError && 'It could not be loaded',
      }
  return <Fact label="Next reminder" value={title} detail={text} />
}

function PaidFacts({ invoice, timeZone }: Pick<InvoiceFactsProps, 'invoice' | 'timeZone'>) {
  const { paidMinor, backText } = paidAndReturned(invoice)
  return (
    <>
      <Fact
        isLarge
        label="Paid"
        value={formatMoney(paidMinor, invoice)}
        detail={`${backText}${creditedText(invoice)}`.replace(/^, /, '')}
      />
      {invoice.paidAt && (
        <Fact label="Paid on" value={formatDate(dateIn(timeZone, new Date(invoice.paidAt)))} detail={null} />
      )}
    </>
  )
}

interface FactProps {
  label: string
  value: ReactNode
  detail: ReactNode
  isLarge?: boolean
  isProblem?: boolean | undefined
}

function Fact({ label, value, detail, isLarge = false, isProblem = false }: FactProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span
          className={classNames(
            'basis-full font-semibold wrap-anywhere',
            isLarge ? 'text-3xl tracking-tight' : 'text-base',
            isProblem ? 'text-negative' : 'text-foreground',
          )}
        >
          {value}
        </span>
        {/* A line of its own even while it is empty: what loads later must not move the rest. */}
        <span className="min-h-5 text-sm wrap-anywhere text-muted">{detail}</span>
      </dd>
    </div>
  )
}
