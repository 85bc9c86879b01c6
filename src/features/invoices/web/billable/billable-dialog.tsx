import { useState } from 'react'
import type { Currency } from '../../../../shared/currencies.ts'
import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { FieldGroup } from '../../../../web/ui/fields/field-group.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { type BillableLine, durationText, expenseName } from '../../../billable/rules.ts'
import { lineAmount } from '../../document/totals-rules.ts'
import { type Offer, chosenLines } from './billable-lines.ts'

interface BillableDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  offer: Offer
  currency: Currency
  onAdd: (lines: readonly BillableLine[]) => void
  /** Moves the focus to what was added, and returns whether anything was. */
  moveFocus: () => boolean
}

/** Everything is ticked at first. */
export function BillableDialog({
  open,
  onOpenChange,
  offer,
  currency,
  onAdd,
  moveFocus,
}: BillableDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isGrouped, setIsGrouped] = useState(true)
  const all = [...offer.time, ...offer.expenses].map(({ id }) => id)
  const ids = new Set(all.filter((id) => !left.has(id)))
  const lines = chosenLines(offer, { ids, isGrouped })
  const totalMinor = lines.reduce((sum, line) => sum + lineAmount(line), 0)

  function toggle(id: string) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      moveFocus={moveFocus}
      title="Add to invoice"
      description="What you add is billed when you save the invoice, and isn’t offered again."
      footer={
        <>
          <p
            aria-live="polite"
            // Above the buttons of a sheet, whose order is reversed.
            className="mr-auto self-center text-sm font-medium text-foreground tabular-nums max-sm:order-1"
          >
            {lines.length} {lines.length === 1 ? 'line' : 'lines'}, {formatMoney(totalMinor, { currency })}
          </p>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button disabled={lines.length === 0} onClick={() => onAdd(lines)}>
            Add
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {offer.time.length > 0 && (
          <Field group label="Time">
            <FieldGroup>
              {offer.time.map(({ id, description, date, seconds, rateMinor }) => (
                <Checkbox
                  key={id}
                  checked={ids.has(id)}
                  onChange={() => toggle(id)}
                  label={
                    <Row
                      name={description || 'Work'}
                      detail={`${formatDate(date)} · ${durationText(seconds)} at ${formatMoney(rateMinor, { currency })}`}
                    />
                  }
                />
              ))}
              <div className="mt-2 border-t border-border pt-2">
                <Checkbox
                  checked={isGrouped}
                  onChange={() => setIsGrouped(!isGrouped)}
                  label="One line for each description"
                />
              </div>
            </FieldGroup>
          </Field>
        )}
        {offer.expenses.length > 0 && (
          <Field group label="Expenses">
            <FieldGroup>
              {offer.expenses.map((expense) => (
                <Checkbox
                  key={expense.id}
                  checked={ids.has(expense.id)}
                  onChange={() => toggle(expense.id)}
                  label={
                    <Row
                      name={expenseName(expense)}
                      detail={`${formatDate(expense.date)} · ${formatMoney(expense.amountMinor, { currency })}`}
                    />
                  }
                />
              ))}
            </FieldGroup>
          </Field>
        )}
      </div>
    </Dialog>
  )
}

function Row({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="min-w-0">
      <span className="own-words block wrap-anywhere text-foreground">{name}</span>
      <span className="block text-sm font-normal text-muted tabular-nums">{detail}</span>
    </span>
  )
}
