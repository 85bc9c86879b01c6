import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Archive,
  Eye,
  Merge,
  MessageSquare,
  NotebookPen,
  Pencil,
  RefreshCw,
  Send,
  UserRoundPen,
  UserRoundPlus,
} from 'lucide-react'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { ShowMore } from '../../../../web/ui/show-more.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useTimeZone } from '../../../auth/web/session.ts'
import type { ClientTimelineEntry } from '../../client/contract.ts'
import { TimelineItem } from '../timeline/timeline-item.tsx'
import { type Look, timelineLookOf } from '../timeline/timeline-look.ts'
import { type TimelineEntry, isSettling } from '../timeline/timeline-text.ts'
import { clientTimelineQuery } from './client-invoices-api.ts'
import { clientTimelineText } from './client-timeline-text.ts'

const quiet = 'bg-surface-sunken text-muted'
const ownLooks: Record<string, Look> = {
  sent: { icon: Send, ink: 'bg-accent-soft text-accent' },
  'client-created': { icon: UserRoundPlus, ink: quiet },
  'client-changed': { icon: Pencil, ink: quiet },
  'client-notes': { icon: NotebookPen, ink: quiet },
  'client-archived': { icon: Archive, ink: quiet },
  'client-unarchived': { icon: Archive, ink: quiet },
  'client-merged': { icon: Merge, ink: quiet },
  'client-portal-opened': { icon: Eye, ink: 'bg-accent-soft text-accent' },
  'client-portal-renewed': { icon: RefreshCw, ink: quiet },
  'client-message': { icon: MessageSquare, ink: 'bg-accent-soft text-accent' },
  'client-proposed': { icon: UserRoundPen, ink: 'bg-accent-soft text-accent' },
  'client-proposal-accepted': { icon: UserRoundPen, ink: quiet },
  'client-proposal-declined': { icon: UserRoundPen, ink: quiet },
}

const pollIntervalMs = 2000

/** What happened to a client and its invoices, newest first. */
export function ClientTimeline({ client }: { client: { id: string } }) {
  const timeZone = useTimeZone()
  const timeline = useInfiniteQuery({
    ...clientTimelineQuery(client.id),
    // A queued mail is sent in the background.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.some(({ entries: shown }) => isSettling(shown)) && pollIntervalMs,
  })
  const entries = timeline.data?.pages.flatMap((page) => page.entries)
  return (
    <Card aria-label="Timeline">
      <CardHeader>
        <CardTitle>Timeline</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {!entries && (
          <PanelFallback
            query={timeline}
            title="The timeline could not be loaded"
            text={null}
            sizes={['h-8 w-56', 'h-8 w-40']}
          />
        )}
        {entries?.length === 0 && <p className="text-sm text-muted">Nothing has happened yet.</p>}
        {entries && entries.length > 0 && (
          <ol className="flex flex-col">
            {entries.map((entry) => (
              <Entry key={`${entry.id} ${entry.kind}`} entry={entry} timeZone={timeZone} />
            ))}
          </ol>
        )}
        <ShowMore list={timeline} size="sm" className="self-start" />
      </CardContent>
    </Card>
  )
}

function Entry({ entry, timeZone }: { entry: ClientTimelineEntry; timeZone: string }) {
  const look =
    ownLooks[entry.kind] ??
    timelineLookOf({ ...entry, kind: entry.kind as TimelineEntry['kind'], mail: null })
  const { title, ...more } = clientTimelineText(entry)
  return (
    <TimelineItem
      look={look}
      at={entry.at}
      timeZone={timeZone}
      isTest={entry.isTest}
      who={entry.who}
      {...more}
      title={
        <>
          {entry.invoice && (
            <>
              <Link to="/invoices/$id" params={{ id: entry.invoice.id }} className={textLink}>
                Invoice {entry.invoice.number}
              </Link>
              :{' '}
            </>
          )}
          {title}
        </>
      }
    />
  )
}
