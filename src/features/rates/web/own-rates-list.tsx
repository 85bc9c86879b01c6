import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import type { OwnRate } from '../contract.ts'
import { exactWorthText } from './rate-text.ts'
import { removeOwnRate } from './rates-api.ts'

const shownAtFirst = 5

const name = ({ currency, day }: OwnRate) => `${currency} from ${formatDate(day)}`

interface OwnRatesListProps {
  own: readonly OwnRate[]
  business: Session['business']
  onEdit: (rate: OwnRate) => void
  /** Gets the focus when the removed rate is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The rates that the business entered, newest first. */
export function OwnRatesList({ own, business, onEdit, focusAfter }: OwnRatesListProps) {
  const client = useQueryClient()
  const [showsAll, setShowsAll] = useState(false)
  // Two states, so that the dialog keeps its text while it closes.
  const [selected, setSelected] = useState<OwnRate | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)

  async function remove() {
    if (!selected) return
    setIsRemoving(true)
    try {
      await removeOwnRate(client, selected)
    } catch (error) {
      showError('The rate was not removed', messageOf(error, 'Please try again.'))
    } finally {
      setIsRemoving(false)
      setIsAsking(false)
    }
  }

  return (
    <section aria-labelledby="own-rates" className="mt-4 border-t border-border pt-4">
      <h3 id="own-rates" className="text-sm font-semibold text-foreground">
        Your own rates
      </h3>
      <ul className="divide-y divide-border">
        {(showsAll ? own : own.slice(0, shownAtFirst)).map((rate) => (
          <li key={`${rate.currency} ${rate.day}`} className="flex flex-wrap items-center gap-x-2 py-2">
            <div className="min-w-40 flex-1">
              <p className="text-foreground tabular-nums">{exactWorthText(rate, business)}</p>
              <p className="text-sm text-muted">From {formatDate(rate.day)}</p>
            </div>
            <div className="ml-auto flex items-center">
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Change ${name(rate)}`}
                onClick={() => onEdit(rate)}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${name(rate)}`}
                onClick={() => {
                  setSelected(rate)
                  setIsAsking(true)
                }}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {own.length > shownAtFirst && (
        <Button
          variant="link"
          className="mt-2"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${own.length}`}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        fallbackFocus={focusAfter}
        title={selected ? `Remove ${name(selected)}?` : 'Remove this rate?'}
        description="Money that was converted with it stays as it is."
        confirmLabel="Remove rate"
        tone="danger"
        busy={isRemoving}
        busyLabel="Removing..."
        onConfirm={() => void remove()}
      />
    </section>
  )
}
