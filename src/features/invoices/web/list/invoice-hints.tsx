import { Bell, Clock, Eye, FilePen, MailWarning, MessageCircle, Send, TriangleAlert } from 'lucide-react'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { InvoiceListItem } from '../../contract.ts'
import { CompactLabel, compactParent } from '../actions/compact-label.tsx'
import { type Delivery, deliveryOf, deliveryText } from './delivery-text.ts'
import { remindedText } from './reminded-text.ts'

/** What needs the owner's attention stands out of the row; the rest is gray. */
const looks = {
  calm: 'text-muted',
  attention: 'text-attention as-table:bg-attention-soft',
  problem: 'text-negative as-table:bg-negative-soft',
}
const hint = `${compactParent} gap-1 text-xs as-table:size-6 as-table:rounded-full [&_svg]:size-3.5 [&_svg]:flex-none`

const deliveries = {
  'not-sent': { icon: FilePen, look: `${looks.calm} as-cards:[&_svg]:hidden` },
  waiting: { icon: MailWarning, look: looks.attention },
  sending: { icon: Clock, look: looks.calm },
  sent: { icon: Send, look: looks.calm },
  failed: { icon: TriangleAlert, look: looks.problem },
  viewed: { icon: Eye, look: looks.calm },
}

/** A card has no tooltips, and no room for words on what went well. */
const iconSpeaks = new Set(['sending', 'sent', 'viewed'])

export function DeliveryHint({ invoice }: { invoice: InvoiceListItem }) {
  return <DeliveryMark delivery={deliveryOf(invoice)} />
}

export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { icon: Icon, look } = deliveries[delivery]
  return (
    <span className={classNames(hint, look)}>
      <Icon aria-hidden />
      <CompactLabel className={iconSpeaks.has(delivery) ? 'as-cards:sr-only' : ''}>
        {deliveryText[delivery]}
      </CompactLabel>
    </span>
  )
}

/** A card has room for a client's message alone, which needs the owner's attention. */
export function ReminderHint({ invoice, timeZone }: { invoice: InvoiceListItem; timeZone: string }) {
  const text = remindedText(invoice, timeZone)
  if (text === null) return null
  const saysPaid = invoice.remindersPausedBy === 'client'
  const Icon = saysPaid ? MessageCircle : Bell
  return (
    <span className={classNames(hint, saysPaid ? looks.attention : `${looks.calm} as-cards:sr-only`)}>
      <Icon aria-hidden />
      <CompactLabel>{text}</CompactLabel>
    </span>
  )
}
