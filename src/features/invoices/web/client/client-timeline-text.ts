import type { ClientTimelineEntry } from '../../client/contract.ts'
import { type EntryText, textFor, textForNotice } from '../timeline/timeline-text.ts'

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
const isMail = (kind: ClientTimelineEntry['kind']): kind is `mail-${'held' | 'queued' | 'sent' | 'failed'}` =>
  kind.startsWith('mail-')

/** What happened; on an invoice a sentence of the client or the like, for a mail what comes of it. */
export function clientTimelineText(entry: ClientTimelineEntry): EntryText {
  const { kind, invoice, note } = entry
  if (kind === 'client-merged') return { title: `${note ?? 'Another client'} was merged into this client` }
  if (isOwn(kind)) return { title: ownTitles[kind] }
  if (isMail(kind)) return textForNotice({ ...entry, kind }, 'statement')
  const { title, quote } = textFor(
    { ...entry, kind, mail: null, offsetDays: null },
    invoice?.currency ?? 'USD',
  )
  return { title, ...(quote === undefined ? {} : { quote }) }
}
