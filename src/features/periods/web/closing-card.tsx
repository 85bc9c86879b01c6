import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import type { PeriodSettings } from '../contract.ts'
import type { PeriodChangeKind } from './closing-text.ts'
import { PeriodDialog } from './period-dialog.tsx'

interface ClosingCardProps {
  settings: PeriodSettings
  today: string
}

/** Up to which day the books are closed, and how to close and reopen them. */
export function ClosingCard({ settings, today }: ClosingCardProps) {
  const { closedThrough } = settings
  // Two states, so that the dialog keeps its text while it closes.
  const [isOpen, setIsOpen] = useState(false)
  const [kind, setKind] = useState<PeriodChangeKind>('closed')
  function open(chosen: PeriodChangeKind) {
    setKind(chosen)
    setIsOpen(true)
  }
  const Icon = closedThrough === null ? LockOpen : Lock
  return (
    <Card aria-labelledby="closing">
      <CardHeader>
        <CardTitle id="closing">Close the books</CardTitle>
        <CardDescription>
          Close a period once its figures are final, for example after your tax return. They can’t change by
          accident then.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <p className="flex items-center gap-2 font-medium text-foreground">
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          {closedThrough === null ? 'No period is closed.' : `Closed through ${formatDate(closedThrough)}`}
        </p>
      </CardContent>
      <CardFooter>
        <Button variant="secondary" onClick={() => open('closed')}>
          Close a period
        </Button>
        {closedThrough !== null && (
          <Button variant="ghost" onClick={() => open('reopened')}>
            Reopen
          </Button>
        )}
      </CardFooter>
      <PeriodDialog kind={kind} settings={settings} today={today} open={isOpen} onOpenChange={setIsOpen} />
    </Card>
  )
}
