import { dateIn, formatDate } from '../../../../shared/dates.ts'
import type { Invoice } from '../../contract.ts'
import type { TimelineEntry } from './timeline-text.ts'

interface DeliveryFact {
  text: string
  detail: string
  isProblem?: boolean
}

type Delivered = Pick<Invoice, 'status' | 'sentAt' | 'viewedAt'> & {
  client: Pick<Invoice['client'], 'email'>
}

/** Says how the invoice reached its client. `entries` are newest first, and empty while they load. */
export function deliveryFact(
  { status, sentAt, viewedAt, client }: Delivered,
  entries: readonly Pick<TimelineEntry, 'kind' | 'mail' | 'at' | 'to' | 'waitsForAccount'>[],
  timeZone: string,
): DeliveryFact {
  const day = (moment: string) => formatDate(dateIn(timeZone, new Date(moment)))
  const viewed = viewedAt === null ? 'Not viewed yet' : `Viewed on ${day(viewedAt)}`
  const mails = entries.filter(({ mail }) => mail === 'invoice')
  // What had not left by the time an invoice was cancelled is not sent any more.
  const isGone = status === 'cancelled'
  const last = (isGone ? mails.find(({ kind }) => kind === 'mail-sent') : undefined) ?? mails[0]
  if (sentAt === null || (isGone && last && last.kind !== 'mail-sent')) {
    return { text: 'Not emailed', detail: `${viewed}.` }
  }
  const to = `To ${last?.to ?? client.email}`
  if (last?.kind === 'mail-held') {
    return { text: 'Waiting to be emailed', detail: `${to}, once you confirm your own email address.` }
  }
  if (last?.waitsForAccount) {
    const detail = `${to}. It’s sent once your email settings in Integrations work.`
    return { text: 'Couldn’t be emailed', detail, isProblem: true }
  }
  if (last?.kind === 'mail-failed') {
    return { text: 'Couldn’t be emailed', detail: `${to}. Use Email to send it again.`, isProblem: true }
  }
  if (last?.kind === 'mail-queued') return { text: 'Sending', detail: `${to}. ${viewed}.` }
  return { text: `Emailed on ${day(last?.at ?? sentAt)}`, detail: `${to}. ${viewed}.` }
}
