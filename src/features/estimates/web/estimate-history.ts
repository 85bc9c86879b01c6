import type { Estimate } from '../contract.ts'

export interface HistoryEntry {
  kind: 'created' | 'sent' | 'viewed' | 'reminded' | 'accepted' | 'declined'
  at: string
  title: string
}

/** What happened to an estimate, newest first. */
export function estimateHistory(
  estimate: Pick<Estimate, 'createdAt' | 'sentAt' | 'viewedAt' | 'remindedAt' | 'decision'> & {
    content: { client: Pick<Estimate['content']['client'], 'name' | 'email'> }
  },
): HistoryEntry[] {
  const { createdAt, sentAt, viewedAt, remindedAt, decision, content } = estimate
  const who = decision?.name || (decision?.by === 'owner' ? 'you' : content.client.name)
  const entries: (HistoryEntry | false | null)[] = [
    { kind: 'created', at: createdAt, title: 'Created' },
    sentAt !== null && { kind: 'sent', at: sentAt, title: `Emailed to ${content.client.email}` },
    viewedAt !== null && { kind: 'viewed', at: viewedAt, title: 'Viewed by your client' },
    remindedAt !== null && { kind: 'reminded', at: remindedAt, title: 'Your client was reminded' },
    decision && {
      kind: decision.decision === 'accept' ? 'accepted' : 'declined',
      at: decision.at,
      title: `${decision.decision === 'accept' ? 'Accepted' : 'Declined'} by ${who}`,
    },
  ]
  return (
    entries
      .filter((entry) => entry !== false && entry !== null)
      // Of two at the same moment, the later one in this list happened last.
      .toReversed()
      .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  )
}
