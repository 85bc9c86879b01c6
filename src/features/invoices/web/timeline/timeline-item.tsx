import type { ReactNode } from 'react'
import { formatMoment } from '../../../../web/format/format-moment.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { Look } from './timeline-look.ts'

interface TimelineItemProps {
  look: Look
  at: string
  timeZone: string
  /** What happened. */
  children: ReactNode
}

/** An entry of a timeline, joined to the next one by a line. */
export function TimelineItem({ look: { icon: Icon, ink }, at, timeZone, children }: TimelineItemProps) {
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
        {children}
        <p className="text-xs text-muted">
          <time dateTime={at}>{formatMoment(timeZone, at)}</time>
        </p>
      </div>
    </li>
  )
}
