import type { ClientTimelineEntry } from '../../client/contract.ts'
import { textFor } from '../timeline/timeline-text.ts'

const ownTitles = {
  sent: 'Emailed to the client',
  'client-created': 'Client added',
  'client-changed': 'Details changed',
  'client-notes': 'Notes changed',
  'client-archived': 'Archived',
  'client-unarchived': 'Unarchived',
} as const

/** What happened, and on an invoice a sentence of the client or the like. */
export function clientTimelineText(entry: ClientTimelineEntry): { title: string; quote?: string } {
  const { kind, invoice, note } = entry
  if (kind === 'client-merged') return { title: `${note ?? 'Another client'} was merged into this client` }
  if (
    kind === 'sent' ||
    kind === 'client-created' ||
    kind === 'client-changed' ||
    kind === 'client-notes' ||
    kind === 'client-archived' ||
    kind === 'client-unarchived'
  )
    return { title: ownTitles[kind] }
  const { title, quote } = textFor(
    { ...entry, kind, to: null, mail: null, offsetDays: null, reason: null, waitsForAccount: false },
    invoice?.currency ?? 'USD',
  )
  return { title, ...(quote === undefined ? {} : { quote }) }
}
