import { CalendarDays, CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { CurrencyNote } from '../../../invoices/web/public/public-invoice-summary.tsx'
import type { PublicEstimate } from '../../public/contract.ts'

interface PublicEstimateSummaryProps {
  estimate: PublicEstimate
  /** Gets the focus when the buttons disappear because the estimate was answered. */
  answer: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The most important facts before the details: the total, until when it is valid, or what was answered. */
export function PublicEstimateSummary({ estimate, answer, children }: PublicEstimateSummaryProps) {
  const { document } = estimate
  return (
    <Card className="gap-6 p-5 sm:p-6">
      <div ref={answer} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <h1 className="text-sm font-normal tracking-normal wrap-anywhere text-muted">
          Estimate <span className="inline-block font-medium text-foreground">{document.number}</span> from{' '}
          <bdi className="font-medium text-foreground">{document.company.name}</bdi>
        </h1>
        <div>
          <p className="text-sm text-muted">Total</p>
          <p className="text-3xl font-semibold tracking-tight wrap-anywhere text-foreground tabular-nums">
            {formatMoney(document.totals.totalMinor, document)}
            <CurrencyNote format={document} />
          </p>
          {estimate.status === 'open' && document.estimate && (
            <p className="mt-1 flex items-center gap-1.5 text-sm font-medium text-foreground">
              <CalendarDays aria-hidden className="size-4 shrink-0" />
              Valid until {formatDate(document.estimate.validUntil)}
            </p>
          )}
        </div>
        <Standing estimate={estimate} />
      </div>
      {children}
      <Questions document={document} />
    </Card>
  )
}

function Standing({ estimate: { status, decision, document } }: { estimate: PublicEstimate }) {
  const company = bidiIsolate(document.company.name)
  if (status === 'accepted') {
    const by = decision?.name ? ` by ${bidiIsolate(decision.name)}` : ''
    const on = document.estimate?.accepted?.on ?? decision?.at.slice(0, 10)
    return (
      <Outcome icon={CircleCheck} tone="positive" title={`Accepted${by}${on ? ` on ${formatDate(on)}` : ''}`}>
        {`${company} has been notified and will get in touch with you.`}
      </Outcome>
    )
  }
  if (status === 'declined') {
    return (
      <Outcome icon={CircleX} tone="plain" title="This estimate was declined">
        {`${company} has been notified. If you change your mind, ask them for a new one.`}
      </Outcome>
    )
  }
  if (status === 'expired') {
    const until = document.estimate ? ` on ${formatDate(document.estimate.validUntil)}` : ''
    return (
      <Outcome icon={Hourglass} tone="attention" title={`This estimate expired${until}`}>
        {`It can no longer be accepted. Ask ${company} for a new one at `}
        <EmailLink document={document} subject={`New estimate for ${document.number}`} />
      </Outcome>
    )
  }
  return null
}

const tones = {
  positive: { box: 'bg-positive-soft', ink: 'text-positive' },
  plain: { box: 'bg-surface-sunken', ink: 'text-muted' },
  attention: { box: 'bg-attention-soft', ink: 'text-attention' },
}

interface OutcomeProps {
  icon: typeof CircleCheck
  tone: keyof typeof tones
  title: string
  children: ReactNode
}

function Outcome({ icon: Icon, tone, title, children }: OutcomeProps) {
  const { box, ink } = tones[tone]
  return (
    <div className={classNames('flex gap-3 rounded-md p-4', box)}>
      <Icon aria-hidden className={classNames('size-6 shrink-0', ink)} />
      <div className="min-w-0">
        <h2 className="own-words text-base font-semibold wrap-anywhere text-foreground">{title}</h2>
        <p className="mt-0.5 text-sm wrap-anywhere text-foreground/85">{children}</p>
      </div>
    </div>
  )
}

type Document = PublicEstimate['document']

function Questions({ document }: { document: Document }) {
  return (
    <p className="border-t border-border pt-4 text-sm text-muted">
      Questions about this estimate? <EmailLink document={document} subject={`Estimate ${document.number}`} />
    </p>
  )
}

function EmailLink({ document: { company }, subject }: { document: Document; subject: string }) {
  const address = encodeURIComponent(company.email).replace('%40', '@')
  return (
    <a
      href={`mailto:${address}?subject=${encodeURIComponent(subject)}`}
      className="font-medium wrap-anywhere text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-current touch:flex touch:min-h-11 touch:items-center"
    >
      {company.email}
    </a>
  )
}
