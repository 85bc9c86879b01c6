import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { dateIn } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { May } from '../../auth/web/may.tsx'
import { useHomeCurrency, useTimeZone } from '../../auth/web/session.ts'
import type { TimeEntry } from '../contract.ts'
import { durationText } from '../rules.ts'
import { timeQuery } from './time-api.ts'
import { TimeDialog } from './time-dialog.tsx'
import { newTimeValues, timeValuesOf } from './time-form-values.ts'
import { TimeList } from './time-list.tsx'
import { TimerBar } from './timer-bar.tsx'

/** The time worked for a client: a timer, typed hours, and what is billed. */
export function ClientTimeSection({ clientId }: { clientId: string }) {
  const titleId = useId()
  const query = useInfiniteQuery(timeQuery(clientId))
  const home = useHomeCurrency()
  const timeZone = useTimeZone()
  const [today] = useState(() => dateIn(timeZone, new Date()))
  // Two states, so that the dialog keeps its title while it closes.
  const [edited, setEdited] = useState<TimeEntry | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState(0)

  const first = query.data?.pages[0]
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const last = first?.last ?? null
  const defaults = { today, rateMinor: last?.rateMinor ?? null, currency: last?.currency ?? home }
  const unbilled = first?.unbilledSeconds ?? 0

  function open(entry: TimeEntry | null) {
    setEdited(entry)
    setOpened((count) => count + 1)
    setIsOpen(true)
  }

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader className="flex-row! flex-wrap items-center justify-between gap-3!">
        <div className="min-w-40 flex-1">
          <CardTitle id={titleId}>Time</CardTitle>
          <CardDescription>
            {unbilled > 0 ? `${durationText(unbilled)} not billed yet` : 'Billed to this client by the hour'}
          </CardDescription>
        </div>
        <May permission="sales.write">
          <div className="flex flex-wrap items-center gap-2">
            <TimerBar clientId={clientId} defaults={first ? defaults : null} onStopped={open} />
            <Button variant="secondary" onClick={() => open(null)}>
              <Plus aria-hidden />
              Add time
            </Button>
          </div>
        </May>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {query.isError && !first ? (
          <ErrorState query={query} className="py-6" />
        ) : !first ? (
          <Skeletons sizes={['h-11', 'h-11', 'h-11']} />
        ) : entries.length === 0 ? (
          <EmptyState
            icon={Clock}
            title="No time yet"
            text="Start a timer, or add the hours you worked. The next invoice can bill them."
            className="py-6!"
          />
        ) : (
          <TimeList entries={entries} onEdit={open} />
        )}
        <ShowMore list={query} className="self-center" />
      </CardContent>
      <TimeDialog
        key={opened}
        open={isOpen}
        onOpenChange={setIsOpen}
        clientId={clientId}
        entry={edited}
        initial={edited ? timeValuesOf(edited) : newTimeValues(defaults)}
      />
    </Card>
  )
}
