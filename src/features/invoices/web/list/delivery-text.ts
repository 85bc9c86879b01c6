import type { InvoiceListItem } from '../../contract.ts'

export type Delivery = 'not-sent' | 'waiting' | 'sending' | 'sent' | 'failed' | 'viewed'

export const deliveryText: Record<Delivery, string> = {
  'not-sent': 'Not sent',
  waiting: 'Waiting for your confirmation',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not delivered',
  viewed: 'Viewed',
}

/** Returns the delivery state of an invoice. States that need the owner's attention come first. */
export function deliveryOf(
  invoice: Pick<InvoiceListItem, 'status' | 'mail' | 'sentAt' | 'viewedAt'>,
): Delivery {
  const { status, mail, sentAt, viewedAt } = invoice
  if (status === 'cancelled' && mail !== null && mail !== 'sent') {
    return viewedAt === null ? 'not-sent' : 'viewed'
  }
  if (mail === 'failed') return 'failed'
  if (mail === 'held') return 'waiting'
  if (viewedAt !== null) return 'viewed'
  if (mail === 'queued') return 'sending'
  return sentAt === null ? 'not-sent' : 'sent'
}
