import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardTitle } from '../../../web/ui/card.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import type { CategoryChange } from '../contract.ts'
import { changeText, movedText } from './category-text.ts'

interface RecentChangesProps {
  changes: readonly CategoryChange[]
  busyWith: string | null
  onUndo: (change: CategoryChange) => void
}

/** What can still be undone. */
export function RecentChanges({ changes, busyWith, onUndo }: RecentChangesProps) {
  const timeZone = useTimeZone()
  if (changes.length === 0) return null
  return (
    <Card aria-labelledby="recent-changes">
      <CardContent>
        <CardTitle id="recent-changes">Recent changes</CardTitle>
        <ul className="mt-2 divide-y divide-border">
          {changes.map((change) => (
            <li key={change.id} className="flex items-center justify-between gap-4 py-2">
              <span className="own-words min-w-0 wrap-anywhere">
                {changeText(change)}
                <span className="block text-sm text-muted">
                  {movedText(change.rows)} Can be undone until {formatMoment(timeZone, change.undoUntil)}.
                </span>
              </span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Undo: ${changeText(change)}`}
                busy={busyWith === change.id}
                busyLabel="Undoing..."
                onClick={() => onUndo(change)}
              >
                Undo
              </Button>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
