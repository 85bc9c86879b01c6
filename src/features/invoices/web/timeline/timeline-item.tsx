import type { ReactNode } from 'react'
import { formatMoment } from '../../../../web/format/format-moment.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Quote } from '../../../../web/ui/quote.tsx'
import { useHasTeam } from '../../../auth/web/session.ts'
import { TestBadge } from '../test-badge.tsx'
import { LinkedText } from './linked-text.tsx'
import type { Look } from './timeline-look.ts'

interface TimelineItemProps {
  look: Look
  at: string
  timeZone: string
  /** What happened. */
  title: ReactNode
  isTest?: boolean
  detail?: string | undefined
  /** What the client or a member wrote. */
  quote?: string | undefined
  /** The member who did it. Not shown to a business of one person. */
  who?: string | null
}

/** An entry of a timeline, joined to the next one by a line. */
export function TimelineItem({ look, at, timeZone, title, isTest, detail, quote, who }: TimelineItemProps) {
  const { icon: Icon, ink } = look
  const hasTeam = useHasTeam()
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span
        aria-hidden
        className="absolute top-8 bottom-0 left-4 w-px -translate-x-1/2 bg-border group-last:hidden"
      />
      <span className={classNames('flex size-8 shrink-0 items-center justify-center rounded-full', ink)}>
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 pt-1 text-sm">
        <p className="font-medium wrap-anywhere text-foreground">
          {title}
          {isTest && (
            <span className="ml-2">
              <TestBadge />
            </span>
          )}
        </p>
        {detail && (
          <p className="wrap-anywhere text-muted">
            <LinkedText text={detail} />
          </p>
        )}
        {quote && <Quote>{quote}</Quote>}
        <p className="text-xs wrap-anywhere text-muted">
          {hasTeam && who && <span className="own-words">By {who} · </span>}
          <time dateTime={at}>{formatMoment(timeZone, at)}</time>
        </p>
      </div>
    </li>
  )
}
