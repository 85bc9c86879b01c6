import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Money, formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import { moreText } from './need-text.ts'

const tones = {
  negative: 'bg-negative-soft text-negative',
  attention: 'bg-attention-soft text-attention',
  neutral: 'bg-surface-sunken text-muted',
}

interface NeedLineProps {
  icon: LucideIcon
  tone: keyof typeof tones
  title: ReactNode
  detail: ReactNode
  amount?: Money
  action: ReactNode
}

/** One item that needs attention. In a wide list it takes one line. */
export function NeedLine({ icon: Icon, tone, title, detail, amount, action }: NeedLineProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-3 @lg:min-h-12 @lg:grid-cols-[auto_auto_minmax(0,1fr)_auto_7rem] @lg:py-2">
      <span
        className={classNames(
          'row-span-2 flex size-8 items-center justify-center rounded-md @max-lg:self-start @lg:row-span-1',
          tones[tone],
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <p
        className={classNames(
          'col-start-2 row-start-1 min-w-0 text-sm font-medium wrap-anywhere text-foreground',
          amount === undefined && '@max-lg:col-end-4',
        )}
      >
        {title}
      </p>
      <p className="col-start-2 row-start-2 text-sm wrap-anywhere text-muted @lg:col-start-3 @lg:row-start-1">
        {detail}
      </p>
      {amount !== undefined && (
        <p className="col-start-3 row-start-1 text-right text-sm font-semibold text-foreground tabular-nums @max-lg:self-start @lg:col-start-4">
          {formatMoney(amount.minor, amount)}
        </p>
      )}
      <div className="col-start-3 row-start-2 flex justify-end @lg:col-start-5 @lg:row-start-1">{action}</div>
    </li>
  )
}

interface MoreNeedsProps {
  of: { items: readonly unknown[]; count: number }
  link: LinkProps
  children: string
}

export function MoreNeeds({ of, link, children }: MoreNeedsProps) {
  const text = moreText(of)
  if (text === null) return null
  return (
    <li className="py-2 pr-4 pl-15 text-sm touch:[&_a]:inline-flex touch:[&_a]:min-h-11 touch:[&_a]:items-center">
      <Link {...link} className={textLink}>
        {text} {children}
      </Link>
    </li>
  )
}

/** Enlarges the touch target without moving the content beside it. */
export const viewClass = 'max-w-none! touch:-my-2 touch:-mr-3 touch:px-3'

export function ViewInvoice({ id, number, clientName }: { id: string; number: string; clientName: string }) {
  return (
    <Button asChild variant="link" className={viewClass}>
      <Link to="/invoices/$id" params={{ id }} aria-label={`View invoice ${number} of ${clientName}`}>
        View
      </Link>
    </Button>
  )
}

export function ViewClient({ id, name }: { id: string; name: string }) {
  return (
    <Button asChild variant="link" className={viewClass}>
      <Link to="/clients/$id" params={{ id }} aria-label={`View client, ${name}`}>
        View
      </Link>
    </Button>
  )
}

/** The client's name as a link to the invoice, for a line whose button does something else. */
export function InvoiceTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/invoices/$id"
      params={{ id }}
      className="rounded-sm decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
    >
      {children}
    </Link>
  )
}
