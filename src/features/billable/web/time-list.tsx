import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { type TimeEntry, deleteTime } from '../contract.ts'
import { durationText } from '../rules.ts'
import { refreshTime } from './time-api.ts'

interface TimeListProps {
  entries: readonly TimeEntry[]
  onEdit: (entry: TimeEntry) => void
}

export function TimeList({ entries, onEdit }: TimeListProps) {
  const queries = useQueryClient()
  const [removed, setRemoved] = useState<TimeEntry | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function remove() {
    if (!removed) return
    setIsBusy(true)
    try {
      await call(deleteTime, { params: { id: removed.id } })
      showSuccess('Time deleted')
    } catch (error) {
      showError('The time was not deleted', messageOf(error, 'Please try again.'))
    }
    await refreshTime(queries)
    setIsBusy(false)
    setIsConfirming(false)
  }

  return (
    <>
      <ul aria-label="Time entries" className="divide-y divide-border">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onEdit={() => onEdit(entry)}
            onDelete={() => {
              setRemoved(entry)
              setIsConfirming(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete this time?"
        description={
          removed
            ? `${durationText(removed.seconds ?? 0)} on ${formatDate(removed.date)} will be deleted permanently.`
            : ''
        }
        confirmLabel="Delete time"
        tone="danger"
        busy={isBusy}
        busyLabel="Deleting..."
        onConfirm={() => void remove()}
      />
    </>
  )
}

interface EntryProps {
  entry: TimeEntry
  onEdit: () => void
  onDelete: () => void
}

function Entry({ entry, onEdit, onDelete }: EntryProps) {
  const mayWrite = useMay('sales.write')
  const { description, date, seconds, rateMinor, invoice } = entry
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="own-words line-clamp-2 text-sm font-medium wrap-anywhere text-foreground">
          {description || 'No description'}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {formatDate(date)} · {formatMoney(rateMinor, entry)} an hour
          {invoice && (
            <>
              {' · '}
              <Link to="/invoices/$id" params={{ id: invoice.id }} className={textLink}>
                Billed on {invoice.number}
              </Link>
            </>
          )}
        </p>
      </div>
      <span className="text-sm font-semibold whitespace-nowrap text-foreground tabular-nums">
        {durationText(seconds ?? 0)}
      </span>
      {!mayWrite ? null : invoice ? (
        <span className="w-11" />
      ) : (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="icon"
              aria-label={`More actions for ${description || 'time'} on ${formatDate(date)}`}
              className="text-muted"
            >
              <EllipsisVertical aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={Pencil} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={Trash2} tone="danger" onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
