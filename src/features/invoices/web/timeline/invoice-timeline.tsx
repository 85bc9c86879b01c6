import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useHasTeam, useSession } from '../../../auth/web/session.ts'
import type { Invoice } from '../../contract.ts'
import { timelineQuery } from '../invoice-api.ts'
import { LinkedText } from './linked-text.tsx'
import { TimelineItem } from './timeline-item.tsx'
import { timelineLookOf } from './timeline-look.ts'
import { type TimelineEntry, isSettling, sentByYou, textFor } from './timeline-text.ts'

const pollIntervalMs = 2000

export function InvoiceTimeline({ invoice }: { invoice: Pick<Invoice, 'id' | 'seriesId'> }) {
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const timeline = useQuery({
    ...timelineQuery(invoice.id),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isSettling(data.entries) && pollIntervalMs,
  })
  return (
    <Card aria-label="Timeline">
      <CardHeader>
        <CardTitle>Timeline</CardTitle>
      </CardHeader>
      <CardContent>
        {timeline.data ? (
          <ol className="flex flex-col">
            {timeline.data.entries.map((entry, index, entries) => (
              <Entry
                key={entry.id}
                entry={entry}
                currency={timeline.data.currency}
                earlier={entries.slice(index + 1)}
                timeZone={timeZone}
                seriesId={invoice.seriesId}
              />
            ))}
          </ol>
        ) : (
          <PanelFallback
            query={timeline}
            title="The timeline could not be loaded"
            text={null}
            sizes={['h-8 w-56', 'h-8 w-40']}
          />
        )}
      </CardContent>
    </Card>
  )
}

interface EntryProps {
  entry: TimelineEntry
  currency: string
  earlier: readonly TimelineEntry[]
  timeZone: string
  seriesId: string | null
}

function Entry({ entry, currency, earlier, timeZone, seriesId }: EntryProps) {
  const { title, detail, ...more } = textFor(entry, currency, earlier)
  const hasTeam = useHasTeam()
  return (
    <TimelineItem
      look={timelineLookOf(entry)}
      at={entry.at}
      timeZone={timeZone}
      isTest={entry.isTest}
      who={entry.who}
      {...more}
      detail={hasTeam && detail === sentByYou ? undefined : detail}
      title={
        entry.kind === 'recurred' && seriesId ? (
          <Link to="/invoices/recurring/$id" params={{ id: seriesId }} className={textLink}>
            {title}
          </Link>
        ) : (
          <LinkedText text={title} />
        )
      }
    />
  )
}
