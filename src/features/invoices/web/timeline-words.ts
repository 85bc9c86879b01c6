import type { ResponseOf } from '../../../shared/endpoint.ts'
import type { getTimeline } from '../contract.ts'

export type TimelineEntry = ResponseOf<typeof getTimeline>['entries'][number]

/** What happened, and what else there is to say about it. */
export function wordsFor({ kind, to, reason }: TimelineEntry): { title: string; detail?: string } {
  const whom = to ?? 'the client'
  switch (kind) {
    case 'created':
      return { title: 'Created' }
    case 'duplicated':
      return { title: 'Copied from another invoice' }
    case 'changed':
      return { title: 'Changed' }
    case 'viewed':
      return { title: 'Viewed by the client' }
    case 'paid':
      return { title: 'Paid' }
    case 'mail-held':
      return { title: 'Waiting: confirm your own email address', detail: `It then goes out to ${whom}.` }
    case 'mail-queued':
      return {
        title: `Sending to ${whom}`,
        ...(reason ? { detail: `It will be tried again. So far: ${reason}` } : {}),
      }
    case 'mail-sent':
      return { title: `Delivered to the mail server for ${whom}` }
    case 'mail-failed':
      return { title: `Could not be delivered to ${whom}${reason ? `: ${reason}` : ''}` }
  }
}

/** Whether what the timeline says will change by itself. */
export function isSettling(entries: readonly TimelineEntry[]): boolean {
  return entries.some((entry) => entry.kind === 'mail-queued')
}

/** Nov 5, 2026, 3:40 PM */
export function formatMoment(timeZone: string, moment: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
      .format(new Date(moment))
      // Some versions of the locale data put a narrow space before AM and PM.
      .replaceAll('\u202F', ' ')
  )
}
