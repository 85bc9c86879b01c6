import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CircleStop, Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/menu.tsx'
import type { RecurringExpense } from '../../contract.ts'
import { EndRecurringDialog } from './end-recurring-dialog.tsx'
import { recurringName } from './recurring-text.ts'
import { useRecurringAction } from './use-recurring-action.ts'

export function RecurringMenu({ recurring }: { recurring: RecurringExpense }) {
  const { id, state } = recurring
  // Undefined until the dialog is first opened, so that the list does not render a dialog for each row.
  const [ending, setEnding] = useState<boolean>()
  const pausing = useRecurringAction(id, 'pause')
  const resuming = useRecurringAction(id, 'resume')
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            busy={pausing.isPending || resuming.isPending}
            busyLabel=""
            aria-label={`More actions for ${recurringName(recurring)}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link to="/expenses/recurring/$id" params={{ id }}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </MenuItem>
        {state === 'running' && (
          <MenuItem icon={CirclePause} onSelect={() => pausing.mutate()}>
            Pause
          </MenuItem>
        )}
        {state === 'paused' && (
          <MenuItem icon={CirclePlay} onSelect={() => resuming.mutate()}>
            Resume
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={CircleStop} tone="danger" onSelect={() => setEnding(true)}>
          End for good
        </MenuItem>
      </Menu>
      {ending !== undefined && (
        <EndRecurringDialog recurring={recurring} open={ending} onOpenChange={setEnding} />
      )}
    </>
  )
}
