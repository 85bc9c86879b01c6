import type { ClientTimelineEntry } from '../../client/contract.ts'
import { textFor } from '../timeline/timeline-text.ts'

const ownTitles = {
  sent: 'Emailed to the client',
  'client-created': 'Client added',
  'client-changed': 'Details changed',
  'client-notes': 'Notes changed',
  'client-archived': 'Archived',
  'client-unarchived': 'Unarchived',
  'client-portal-opened': 'The client opened their portal',
  'client-portal-renewed': 'Portal link renewed',
  'client-message': 'The client wrote a message',
  'client-proposed': 'The client proposed other details',
  'client-proposal-accepted': 'Proposed details accepted',
  'client-proposal-declined': 'Proposed details declined',
} as const

const isOwn = (kind: ClientTimelineEntry['kind']): kind is keyof typeof ownTitles => kind in ownTitles

/** What happened, and on an invoice a sentence of the client or the like. */
export function clientTimelineText(entry: ClientTimelineEntry): { title: string; quote?: string } {
  const { kind, invoice, note } = entry
  if (kind === 'client-merged') return { title: `${note ?? 'Another client'} was merged into this client` }
  if (isOwn(kind)) return { title: ownTitles[kind] }
  const { title, quote } = textFor(
    { ...entry, kind, to: null, mail: null, offsetDays: null, reason: null, waitsForAccount: false },
    invoice?.currency ?? 'USD',
  )
  return { title, ...(quote === undefined ? {} : { quote }) }
}
