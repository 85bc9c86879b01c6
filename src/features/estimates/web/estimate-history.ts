import type { Estimate } from '../contract.ts'

export interface HistoryEntry {
  kind: 'created' | 'sent' | 'viewed' | 'reminded' | 'accepted' | 'declined'
  at: string
  title: string
  /** The member who did it. */
  who: string | null
}

/** What happened to an estimate, newest first. */
export function estimateHistory(
  estimate: Pick<
    Estimate,
    'createdAt' | 'createdBy' | 'sentAt' | 'sentBy' | 'viewedAt' | 'remindedAt' | 'decision'
  > & {
    content: { client: Pick<Estimate['content']['client'], 'name' | 'email'> }
  },
  hasTeam = false,
): HistoryEntry[] {
  const { createdAt, createdBy, sentAt, sentBy, viewedAt, remindedAt, decision, content } = estimate
  const answer = decision?.decision === 'accept' ? 'Accepted' : 'Declined'
  const answerer = decision?.name || (decision?.by === 'owner' ? 'you' : content.client.name)
  const entries: (HistoryEntry | false | null)[] = [
    { kind: 'created', at: createdAt, title: 'Created', who: createdBy },
    sentAt !== null && { kind: 'sent', at: sentAt, title: `Emailed to ${content.client.email}`, who: sentBy },
    viewedAt !== null && { kind: 'viewed', at: viewedAt, title: 'Viewed by your client', who: null },
    remindedAt !== null && { kind: 'reminded', at: remindedAt, title: 'Your client was reminded', who: null },
    decision && {
      kind: decision.decision === 'accept' ? 'accepted' : 'declined',
      at: decision.at,
      title: hasTeam && answerer === 'you' ? `Marked as ${answer.toLowerCase()}` : `${answer} by ${answerer}`,
      who: decision.who,
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
