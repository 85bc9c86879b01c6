import { Link } from '@tanstack/react-router'
import { CirclePause, CirclePlay, CircleStop, Ellipsis, Pencil, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import type { SeriesListItem } from '../contract.ts'
import { EndDialog } from './end-dialog.tsx'
import { SkipDialog } from './skip-dialog.tsx'
import { usePause, useResume } from './use-series-action.ts'

interface SeriesMenuProps {
  series: SeriesListItem
  /** False on the page that Edit leads to. */
  canEdit?: boolean
  onEnded?: (() => void | Promise<void>) | undefined
}

export function SeriesMenu({ series, canEdit = true, onEnded }: SeriesMenuProps) {
  // Undefined until the dialog is first opened, so that the list does not render a dialog for each row.
  const [skipping, setSkipping] = useState<boolean>()
  // The series as it was when the dialog opened, so that the dialog does not change while it closes.
  const [seriesToSkip, setSeriesToSkip] = useState(series)
  const [ending, setEnding] = useState<boolean>()
  const pausing = usePause(series.id)
  const resuming = useResume(series.id)
  const isLocked = useIsLocked('recurringInvoices')
  const busy = pausing.isPending || resuming.isPending
  function askToSkip() {
    setSeriesToSkip(series)
    setSkipping(true)
  }
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            busy={busy}
            busyLabel=""
            aria-label={`More actions for the recurring invoice to ${series.clientName}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {canEdit && (
          <MenuItem asChild>
            <Link to="/invoices/recurring/$id" params={{ id: series.id }}>
              <Pencil aria-hidden />
              Edit {isLocked && <ProBadge />}
            </Link>
          </MenuItem>
        )}
        {series.state === 'running' && (
          <>
            <MenuItem icon={CirclePause} onSelect={() => pausing.mutate()}>
              Pause
            </MenuItem>
            <MenuItem icon={SkipForward} onSelect={askToSkip}>
              Skip next
            </MenuItem>
          </>
        )}
        {series.state === 'paused' && (
          <MenuItem icon={CirclePlay} onSelect={() => resuming.mutate()}>
            Resume {isLocked && <ProBadge />}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={CircleStop} tone="danger" onSelect={() => setEnding(true)}>
          End for good
        </MenuItem>
      </Menu>
      {skipping !== undefined && (
        <SkipDialog series={seriesToSkip} open={skipping} onOpenChange={setSkipping} />
      )}
      {ending !== undefined && (
        <EndDialog series={series} open={ending} onOpenChange={setEnding} onEnded={onEnded} />
      )}
    </>
  )
}
