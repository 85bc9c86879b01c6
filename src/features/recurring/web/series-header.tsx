import { CirclePause, CirclePlay } from 'lucide-react'
import { useRef } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import { ScheduleStateBadge } from '../../schedules/web/schedule-state-badge.tsx'
import type { Series } from '../contract.ts'
import { BackToSeries } from './back-to-series.tsx'
import { SeriesMenu } from './series-menu.tsx'
import { madeText, pauseText } from './series-text.ts'
import { usePause, useResume } from './use-series-action.ts'

interface SeriesHeaderProps {
  series: Series
  onEnded: () => void | Promise<void>
}

export function SeriesHeader({ series, onEnded }: SeriesHeaderProps) {
  const { content, ...rest } = series
  const { name } = content.client
  const title = useRef<HTMLSpanElement>(null)
  // The button disappears when the series is over.
  useFocusIfLost(title)
  return (
    <PageHeader
      above={<BackToSeries />}
      title={
        <span ref={title} tabIndex={-1} className="outline-none">
          Recurring Invoice to {name}
        </span>
      }
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ScheduleStateBadge state={series.state} />
          {series.next && <span>Next on {formatDate(series.next.onDate)}</span>}
          <span>{madeText(series.made)}</span>
        </span>
      }
      actions={
        <>
          {series.state !== 'over' && <PauseButton id={series.id} isPaused={series.state === 'paused'} />}
          <SeriesMenu series={{ ...rest, clientName: name }} canEdit={false} onEnded={onEnded} />
        </>
      }
    />
  )
}

/** One button for both actions, so that focus stays on it when the label changes. */
function PauseButton({ id, isPaused }: { id: string; isPaused: boolean }) {
  const pausing = usePause(id)
  const resuming = useResume(id)
  const isLocked = useIsLocked('recurringInvoices')
  const [action, Icon] = isPaused ? ([resuming, CirclePlay] as const) : ([pausing, CirclePause] as const)
  return (
    <Button
      variant="secondary"
      busy={pausing.isPending || resuming.isPending}
      busyLabel={resuming.isPending ? 'Resuming...' : 'Pausing...'}
      onClick={() => action.mutate()}
    >
      <Icon aria-hidden />
      {isPaused ? 'Resume' : 'Pause'} {isPaused && isLocked && <ProBadge />}
    </Button>
  )
}

/** Says why a series is paused. Renders nothing while it is running. */
export function PausedNotice({ series }: { series: Series }) {
  const reason = pauseText(series)
  if (reason === null) return null
  return (
    <Notice tone="attention" title="Paused">
      {reason} Resumed, it goes on with the next day that is still to come.
    </Notice>
  )
}
