import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay } from 'lucide-react'

import { formatDate } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { textLink } from '../../auth/web/text-link.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import type { Series } from '../contract.ts'
import { BackToSeries } from './back-to-series.tsx'
import { SeriesMenu } from './series-menu.tsx'
import { SeriesStateBadge } from './series-state-badge.tsx'
import { madeWords, pauseWords } from './series-words.ts'
import { usePause, useResume } from './use-series-action.ts'

interface SeriesHeaderProps {
  series: Series
  onEnded: () => void | Promise<void>
}

export function SeriesHeader({ series, onEnded }: SeriesHeaderProps) {
  const { content, ...rest } = series
  const pausing = usePause(series.id)
  const { name } = content.client
  return (
    <PageHeader
      above={<BackToSeries />}
      title={`Recurring Invoice to ${name}`}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SeriesStateBadge state={series.state} />
          {series.next && <span>Next on {formatDate(series.next.onDate)}</span>}
          {series.made > 0 ? (
            <Link to="/invoices" search={{ search: name }} className={textLink}>
              {madeWords(series.made)}
            </Link>
          ) : (
            <span>{madeWords(0)}</span>
          )}
        </span>
      }
      actions={
        <>
          {series.state === 'running' && (
            <Button
              variant="secondary"
              busy={pausing.isPending}
              busyLabel="Pausing..."
              onClick={() => pausing.mutate()}
            >
              <CirclePause aria-hidden />
              Pause
            </Button>
          )}
          <SeriesMenu series={{ ...rest, clientName: name }} canEdit={false} onEnded={onEnded} />
        </>
      }
    />
  )
}

/** Why it makes none, and the way on; nothing while it runs. */
export function PausedNotice({ series }: { series: Series }) {
  const resuming = useResume(series.id)
  const isLocked = useIsLocked('recurringInvoices')
  const reason = pauseWords(series)
  if (reason === null) return null
  return (
    <Notice
      tone="attention"
      title="Paused"
      actions={
        <Button
          variant="secondary"
          size="sm"
          busy={resuming.isPending}
          busyLabel="Resuming..."
          onClick={() => resuming.mutate()}
        >
          <CirclePlay aria-hidden />
          Resume {isLocked && <ProBadge />}
        </Button>
      }
    >
      {reason} Resumed, it goes on with the next day that is still to come.
    </Notice>
  )
}
