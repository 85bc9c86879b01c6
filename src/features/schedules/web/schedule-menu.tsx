import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CircleStop, Ellipsis, Pencil, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { useMay } from '../../auth/web/session.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { type EndedSchedule, EndForGoodDialog } from './end-for-good-dialog.tsx'
import type { Schedule } from './schedule-kind.ts'
import { usePauseAndResume } from './use-schedule-action.ts'

interface ScheduleMenuProps<S extends Schedule> extends EndedSchedule<S> {
  /** The accessible name of the button. */
  label: string
  /** False on the page that Edit leads to. */
  canEdit?: boolean
  /** Whether the plan does not include changing and resuming it. */
  isLocked?: boolean
  /** Adds "Skip next". */
  onSkip?: () => void
}

export function ScheduleMenu<S extends Schedule>(props: ScheduleMenuProps<S>) {
  const { label, canEdit = true, isLocked = false, onSkip, ...ended } = props
  const { kind, schedule } = ended
  // Undefined until the dialog is first opened, so that the list does not render a dialog for each row.
  const [ending, setEnding] = useState<boolean>()
  const { pausing, resuming, isBusy } = usePauseAndResume(kind, schedule.id)
  if (!useMay(kind.permission)) return null
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" busy={isBusy} busyLabel="" aria-label={label}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {canEdit && (
          <MenuItem asChild>
            <Link to={kind.path} params={{ id: schedule.id }}>
              <Pencil aria-hidden />
              Edit {isLocked && <ProBadge />}
            </Link>
          </MenuItem>
        )}
        {schedule.state === 'running' && (
          <MenuItem icon={CirclePause} onSelect={() => pausing.mutate()}>
            Pause
          </MenuItem>
        )}
        {schedule.state === 'running' && onSkip && (
          <MenuItem icon={SkipForward} onSelect={onSkip}>
            Skip next
          </MenuItem>
        )}
        {schedule.state === 'paused' && (
          <MenuItem icon={CirclePlay} onSelect={() => resuming.mutate()}>
            Resume {isLocked && <ProBadge />}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={CircleStop} tone="danger" onSelect={() => setEnding(true)}>
          End for good
        </MenuItem>
      </Menu>
      {ending !== undefined && <EndForGoodDialog {...ended} open={ending} onOpenChange={setEnding} />}
    </>
  )
}
