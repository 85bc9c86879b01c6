import { Link } from '@tanstack/react-router'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatTime } from '../../../web/format/format-moment.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { ActEntry } from '../contract.ts'
import { pages, sentenceOf } from '../rules.ts'
import { byDay } from './by-day.ts'

interface ActivityDaysProps {
  acts: readonly ActEntry[]
  timeZone: string
}

export function ActivityDays({ acts, timeZone }: ActivityDaysProps) {
  return (
    <div className="flex flex-col gap-4">
      {byDay(acts, (act) => dateIn(timeZone, new Date(act.at))).map(({ day, items }) => (
        <Card key={day} aria-labelledby={`day-${day}`}>
          <CardHeader>
            <CardTitle id={`day-${day}`}>{formatDate(day)}</CardTitle>
          </CardHeader>
          <CardContent className="py-2!">
            <ul aria-labelledby={`day-${day}`} className="divide-y divide-border">
              {items.map((act) => (
                <ActRow key={act.id} act={act} timeZone={timeZone} />
              ))}
            </ul>
          </CardContent>
        </Card>
      ))}
    </div>
  )
}

function ActRow({ act, timeZone }: { act: ActEntry; timeZone: string }) {
  const { does, what } = sentenceOf(act)
  const page = pages[act.subject]
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-1 text-sm">
      <p className="own-words min-w-0 py-1.5 wrap-anywhere text-foreground">
        <span className="font-medium">{act.who}</span> {does}{' '}
        {page !== undefined && act.documentId !== null ? (
          <Link to={page} params={{ id: act.documentId }} className={textLink}>
            {what}
          </Link>
        ) : (
          what
        )}
      </p>
      <time dateTime={act.at} className="shrink-0 text-muted">
        {formatTime(timeZone, act.at)}
      </time>
    </li>
  )
}
