import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { showError } from '../../../web/ui/toast.ts'
import type { TaxRate } from '../contract.ts'
import { taxLabel } from './tax-label.ts'
import { removeTaxRate, saveTaxRate, taxRatesQuery } from './tax-rate-api.ts'
import { TaxRateDialog } from './tax-rate-dialog.tsx'

interface TaxRatesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after a rate was changed; `after` is null if it was deleted. */
  onChanged: (before: TaxRate, after: TaxRate | null) => void
}

const defaultButtonLabel = ({ isDefault }: TaxRate) => (isDefault ? 'Remove default' : 'Make default')

export function TaxRatesDialog({ open, onOpenChange, onChanged }: TaxRatesDialogProps) {
  const client = useQueryClient()
  const rates = useQuery({ ...taxRatesQuery, enabled: open }).data?.taxRates ?? []
  // Two states, so that a dialog keeps its text while it closes.
  const [selected, setSelected] = useState<TaxRate | null>(null)
  const [action, setAction] = useState<'edit' | 'delete' | null>(null)
  const [busyWith, setBusyWith] = useState<string | null>(null)

  async function runChange(rate: TaxRate, failure: string, change: () => Promise<unknown>) {
    setBusyWith(rate.id)
    try {
      await change()
    } catch (error) {
      showError(failure, messageOf(error, 'Please try again.'))
    } finally {
      setBusyWith(null)
    }
  }

  function toggleDefault({ id, ...rate }: TaxRate) {
    const changed = { ...rate, isDefault: !rate.isDefault }
    return runChange({ id, ...rate }, 'The default was not changed', () => saveTaxRate(client, id, changed))
  }

  function openDialog(rate: TaxRate, next: 'edit' | 'delete') {
    setSelected(rate)
    setAction(next)
  }

  async function confirmDelete() {
    if (!selected) return
    await runChange(selected, 'The tax rate was not deleted', async () => {
      await removeTaxRate(client, selected.id)
      onChanged(selected, null)
    })
    setAction(null)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tax rates"
      description="Existing invoices stay as they are, whatever you change here."
      footer={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      {rates.length === 0 && <p className="py-2 text-sm text-muted">You have no tax rates yet.</p>}
      <ul className="divide-y divide-border">
        {rates.map((rate) => (
          <li key={rate.id} className="flex flex-wrap items-center gap-x-2 py-2">
            <div className="min-w-40 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere text-foreground">
                {taxLabel(rate)} {rate.isDefault && <Badge>Default</Badge>}
              </p>
              {rate.description && <p className="text-sm break-words text-muted">{rate.description}</p>}
            </div>
            <div className="ml-auto flex items-center">
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${defaultButtonLabel(rate)}: ${rate.name}`}
                busy={busyWith === rate.id && action === null}
                onClick={() => void toggleDefault(rate)}
              >
                {defaultButtonLabel(rate)}
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Edit ${rate.name}`}
                onClick={() => openDialog(rate, 'edit')}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete ${rate.name}`}
                onClick={() => openDialog(rate, 'delete')}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <TaxRateDialog
        open={action === 'edit'}
        onOpenChange={() => setAction(null)}
        rate={selected}
        onSaved={(saved) => selected && onChanged(selected, saved)}
      />
      <ConfirmDialog
        open={action === 'delete'}
        onOpenChange={() => setAction(null)}
        title={`Delete ${selected?.name ?? 'tax rate'}?`}
        description="You can no longer choose it. Existing invoices stay as they are."
        confirmLabel="Delete tax rate"
        tone="danger"
        busy={action === 'delete' && busyWith !== null}
        busyLabel="Deleting..."
        onConfirm={() => void confirmDelete()}
      />
    </Dialog>
  )
}
