import type { ReactNode } from 'react'
import { dateIn, daysBetween, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Card } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import type { Estimate } from '../contract.ts'

interface EstimateFactsProps {
  estimate: Estimate
  today: string
  timeZone: string
}

/** The answers an owner looks for first: how much it is, until when it counts, and whether the client has it. */
export function EstimateFacts({ estimate, today, timeZone }: EstimateFactsProps) {
  const { status, totalMinor, leftMinor, invoices, document, validUntil, decision } = estimate
  const day = (moment: string) => formatDate(dateIn(timeZone, new Date(moment)))
  const delivery = deliveryOf(estimate, day)
  return (
    <Card aria-label="Overview">
      <dl className="grid gap-x-8 gap-y-5 p-4 sm:grid-cols-2 sm:p-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        <Fact isLarge label="Total" value={formatMoney(totalMinor, document)} detail={null} />
        {(status === 'accepted' || invoices.length > 0) && (
          <Fact
            label="Left to invoice"
            value={leftMinor === 0 ? 'Nothing' : formatMoney(leftMinor, document)}
            detail={`${formatMoney(totalMinor - leftMinor, document)} invoiced`}
          />
        )}
        {decision ? (
          <Fact
            label={decision.decision === 'accept' ? 'Accepted' : 'Declined'}
            value={day(decision.at)}
            detail={decision.name && `By ${decision.name}`}
          />
        ) : (
          <Fact
            label="Valid until"
            value={formatDate(validUntil)}
            detail={validityText(validUntil, today)}
            isProblem={status === 'expired'}
          />
        )}
        <Fact label="Delivery" value={delivery.value} detail={delivery.detail} />
      </dl>
    </Card>
  )
}

/** "12 days left" or "Expired 3 days ago". */
export function validityText(validUntil: string, today: string): string {
  const days = daysBetween(today, validUntil)
  if (days === 0) return 'Today is the last day'
  const count = Math.abs(days)
  const text = `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`
  return days > 0 ? `${text} left` : `Expired ${text} ago`
}

function deliveryOf(
  { sentAt, viewedAt, content }: Estimate,
  day: (moment: string) => string,
): { value: string; detail: string } {
  const viewed = viewedAt === null ? 'Not viewed yet' : `Viewed on ${day(viewedAt)}`
  if (sentAt === null) return { value: 'Not emailed', detail: `${viewed}.` }
  return { value: `Emailed on ${day(sentAt)}`, detail: `To ${content.client.email}. ${viewed}.` }
}

interface FactProps {
  label: string
  value: ReactNode
  detail: ReactNode
  isLarge?: boolean
  isProblem?: boolean
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
        {detail && <span className="own-words text-sm wrap-anywhere text-muted">{detail}</span>}
      </dd>
    </div>
  )
}
