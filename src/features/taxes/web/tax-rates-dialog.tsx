import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import type { TaxRate } from '../contract.ts'
import { taxLabel } from './tax-label.ts'
import { removeTaxRate, saveTaxRate, taxRatesQuery } from './tax-rate-api.ts'
import { TaxRateDialog } from './tax-rate-dialog.tsx'

interface TaxRatesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A rate was changed or, with null, deleted. */
  onChanged: (before: TaxRate, after: TaxRate | null) => void
}

const defaultRateText = ({ isDefault }: TaxRate) => (isDefault ? 'Remove default' : 'Make default')

/** The tax rates of the business: change one, make it the default, delete it. */
export function TaxRatesDialog({ open, onOpenChange, onChanged }: TaxRatesDialogProps) {
  const client = useQueryClient()
  const rates = useQuery({ ...taxRatesQuery, enabled: open }).data?.taxRates ?? []
  // Apart from each other, so that a dialog keeps its words while it closes.
  const [concerned, setConcerned] = useState<TaxRate | null>(null)
  const [action, setAction] = useState<'edit' | 'delete' | null>(null)
  const [busyWith, setBusyWith] = useState<string | null>(null)

  async function work(rate: TaxRate, failure: string, change: () => Promise<unknown>) {
    setBusyWith(rate.id)
    try {
      await change()
    } catch (error) {
      showToast({ title: failure, description: messageOf(error, 'Please try again.'), tone: 'error' })
    } finally {
      setBusyWith(null)
    }
  }

  function toggleDefault({ id, ...rate }: TaxRate) {
    const changed = { ...rate, isDefault: !rate.isDefault }
    return work({ id, ...rate }, 'The default was not changed', () => saveTaxRate(client, id, changed))
  }

  function begin(rate: TaxRate, next: 'edit' | 'delete') {
    setConcerned(rate)
    setAction(next)
  }

  async function confirmDelete() {
    if (!concerned) return
    await work(concerned, 'The tax rate was not deleted', async () => {
      await removeTaxRate(client, concerned.id)
      onChanged(concerned, null)
    })
    setAction(null)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tax rates"
      description="Invoices you have already made stay as they are, whatever you change here."
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
              <p className="flex flex-wrap items-center gap-x-2 font-medium break-words text-foreground">
                {taxLabel(rate)} {rate.isDefault && <Badge>Default</Badge>}
              </p>
              {rate.description && <p className="text-sm break-words text-muted">{rate.description}</p>}
            </div>
            <div className="ml-auto flex items-center">
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${defaultRateText(rate)}: ${rate.name}`}
                busy={busyWith === rate.id && action === null}
                onClick={() => void toggleDefault(rate)}
              >
                {defaultRateText(rate)}
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Edit ${rate.name}`}
                onClick={() => begin(rate, 'edit')}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete ${rate.name}`}
                onClick={() => begin(rate, 'delete')}
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
        rate={concerned}
        onSaved={(saved) => concerned && onChanged(concerned, saved)}
      />
      <ConfirmDialog
        open={action === 'delete'}
        onOpenChange={() => setAction(null)}
        title={`Delete ${concerned?.name ?? 'tax rate'}?`}
        description="It can no longer be chosen. Invoices you have already made stay as they are."
        confirmLabel="Delete tax rate"
        tone="danger"
        busy={action === 'delete' && busyWith !== null}
        busyLabel="Deleting..."
        onConfirm={() => void confirmDelete()}
      />
    </Dialog>
  )
}
