import { Lock, LockOpen } from 'lucide-react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { useHasTeam } from '../../auth/web/session.ts'
import type { PeriodSettings } from '../contract.ts'
import { changeText } from './closing-text.ts'

interface PeriodChangesProps {
  changes: PeriodSettings['changes']
  timeZone: string
}

/** When periods were closed and reopened, newest first. */
export function PeriodChanges({ changes, timeZone }: PeriodChangesProps) {
  const hasTeam = useHasTeam()
  if (changes.length === 0) return null
  return (
    <Card aria-labelledby="period-changes">
      <CardHeader>
        <CardTitle id="period-changes">Past closings</CardTitle>
      </CardHeader>
      <CardContent className="py-2!">
        <ul aria-labelledby="period-changes" className="divide-y divide-border">
          {changes.map((change) => {
            const Icon = change.kind === 'closed' ? Lock : LockOpen
            return (
              <li key={change.id} className="flex items-start gap-3 py-3 text-sm">
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                <div className="min-w-0 flex-1">
                  <p className="font-medium text-foreground">{changeText(change)}</p>
                  {hasTeam && change.who !== null && (
                    <p className="own-words wrap-anywhere text-muted">By {change.who}</p>
                  )}
                  {change.note !== '' && (
                    <p className="own-words wrap-anywhere text-foreground">{change.note}</p>
                  )}
                </div>
                <time dateTime={change.at} className="shrink-0 text-muted">
                  {formatDate(dateIn(timeZone, new Date(change.at)))}
                </time>
              </li>
            )
          })}
        </ul>
      </CardContent>
    </Card>
  )
}
