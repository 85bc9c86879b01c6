import { dateIn, formatDate } from '../../../../shared/dates.ts'
import type { ResponseOf } from '../../../../shared/endpoint.ts'
import type { getTimeline } from '../../contract.ts'

type TimelineEntry = Pick<
  ResponseOf<typeof getTimeline>['entries'][number],
  'kind' | 'mail' | 'at' | 'to' | 'waitsForAccount'
>

interface MailedFacts {
  /** Used while the timeline loads. */
  at: string
  to: string
  /** Newest first. */
  entries: readonly TimelineEntry[]
  timeZone: string
}

/** Describes the state of the last mail that sent the invoice to the client. */
export function mailedText({ entries, timeZone, ...fallback }: MailedFacts): string {
  const last = entries.find(({ mail }) => mail === 'invoice')
  const to = last?.to ?? fallback.to
  if (last?.kind === 'mail-held') return `Will be sent to ${to} once you’ve confirmed your own email address.`
  if (last?.waitsForAccount) {
    return `Could not be delivered to ${to}. It will be sent automatically once your email settings in Integrations are fixed.`
  }
  if (last?.kind === 'mail-failed') return `Could not be delivered to ${to}. Use Email to send it again.`
  const day = formatDate(dateIn(timeZone, new Date(last?.at ?? fallback.at)))
  return `Emailed on ${day} to ${to}. Use Email to send it again.`
}
