import { useRef } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { useFocusIfLost } from '../../../web/use-focus-if-lost.ts'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import { ScheduleHeader } from '../../schedules/web/schedule-header.tsx'
import type { Series } from '../contract.ts'
import { seriesKind } from './series-kind.ts'
import { SeriesMenu } from './series-menu.tsx'
import { madeText, pauseText } from './series-text.ts'

interface SeriesHeaderProps {
  series: Series
  onEnded: () => void | Promise<void>
}

export function SeriesHeader({ series, onEnded }: SeriesHeaderProps) {
  const { name } = series.content.client
  const title = useRef<HTMLSpanElement>(null)
  // The button disappears when the series is over.
  useFocusIfLost(title)
  return (
    <ScheduleHeader
      kind={seriesKind}
      schedule={series}
      back={<BackLink to="/invoices/recurring">Recurring invoices</BackLink>}
      title={
        <span ref={title} tabIndex={-1} className="outline-none">
          Recurring Invoice to {name}
        </span>
      }
      facts={
        <>
          {series.next && <span>Next on {formatDate(series.next.onDate)}</span>}
          <span>{madeText(series.made)}</span>
        </>
      }
      isLocked={useIsLocked('recurringInvoices')}
    >
      <SeriesMenu series={series} clientName={name} canEdit={false} onEnded={onEnded} />
    </ScheduleHeader>
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
