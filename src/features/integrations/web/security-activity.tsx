import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, History, ShieldAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import type { listSecurityActivity } from '../contract.ts'
import { securityActivityQuery } from './integrations-api.ts'

type Entry = ResponseOf<typeof listSecurityActivity>['entries'][number]

export function SecurityActivity() {
  const log = useInfiniteQuery(securityActivityQuery)
  const entries = log.data?.pages.flatMap((page) => page.entries)
  return (
    <Card aria-labelledby="security-activity">
      <CardHeader>
        <CardTitle id="security-activity">Security activity</CardTitle>
        <CardDescription>
          Every sensitive change and every time a saved credential was read, newest first. Kept for a year.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {entries ? (
          entries.length === 0 ? (
            <EmptyState
              icon={History}
              className="py-6!"
              title="No activity yet"
              text="Changes to your accounts or password, data exports and each use of a credential are listed here."
            />
          ) : (
            <Entries
              entries={entries}
              hasMore={log.hasNextPage}
              loading={log.isFetchingNextPage}
              onMore={() => void log.fetchNextPage()}
            />
          )
        ) : (
          <PanelFallback
            query={log}
            title="Security activity could not be loaded"
            text={null}
            sizes={['h-10 w-full', 'h-10 w-full', 'h-10 w-full']}
          />
        )}
      </CardContent>
    </Card>
  )
}

interface EntriesProps {
  entries: Entry[]
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

function Entries({ entries, hasMore, loading, onMore }: EntriesProps) {
  const timeZone = useTimeZone()
  const list = useRef<HTMLUListElement>(null)
  // The index of the first new entry, which gets the focus after loading, because the button may be gone.
  const firstNewIndex = useRef<number | null>(null)
  useEffect(() => {
    if (firstNewIndex.current === null || loading || entries.length <= firstNewIndex.current) return
    const first = list.current?.children[firstNewIndex.current]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    firstNewIndex.current = null
  }, [entries.length, loading])
  return (
    <>
      <ul ref={list} className="flex flex-col divide-y divide-border">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
      {hasMore && (
        <Button
          variant="secondary"
          className="mt-3"
          busy={loading}
          busyLabel="Loading..."
          onClick={() => {
            firstNewIndex.current = entries.length
            onMore()
          }}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function EntryRow({ entry, timeZone }: { entry: Entry; timeZone: string }) {
  const { type, what, who, detail, from, at } = entry
  const Icon = type === 'change' ? ShieldAlert : Eye
  return (
    <li tabIndex={-1} className="flex items-start gap-3 py-3 text-sm first:pt-0">
      <Icon
        aria-hidden
        className={classNames('mt-0.5 size-4 shrink-0', type === 'change' ? 'text-accent' : 'text-muted')}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium wrap-anywhere text-foreground">{what}</p>
          {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
          {from && <p className="wrap-anywhere text-muted">{from}</p>}
        </div>
        <p className="text-muted sm:text-right">
          <span className="wrap-anywhere">{who}</span>
          <span aria-hidden className="sm:hidden">
            {' · '}
          </span>
          <time dateTime={at} className="sm:block">
            {formatMoment(timeZone, at, 'seconds')}
          </time>
        </p>
      </div>
    </li>
  )
}
