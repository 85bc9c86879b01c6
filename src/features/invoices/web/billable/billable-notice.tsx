import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { BillableLine } from '../../../billable/rules.ts'
import { unbilledText } from '../../../billable/rules.ts'
import { billableQuery } from '../../../billable/web/time-api.ts'
import { defaultTaxRate } from '../../../taxes/web/tax-rate-api.ts'
import type { ContentValues } from '../form/content-values.ts'
import { BillableDialog } from './billable-dialog.tsx'
import { type Offer, offerFor, withLines } from './billable-lines.ts'

/** Says what the chosen client was not billed for yet, and adds it as lines. */
export function BillableNotice({ invoiceId }: { invoiceId: string | null }) {
  const { control } = useFormContext<ContentValues>()
  const clientId = useWatch({ control, name: 'client.id' })
  return (
    // Always rendered, so that screen readers announce what is added to it.
    <div aria-live="polite" className="empty:absolute">
      {clientId !== null && <OfferOfClient key={clientId} clientId={clientId} invoiceId={invoiceId} />}
    </div>
  )
}

function OfferOfClient({ clientId, invoiceId }: { clientId: string; invoiceId: string | null }) {
  const form = useFormContext<ContentValues>()
  const [charge, currency] = useWatch({ control: form.control, name: ['charge', 'currency'] })
  const { data } = useQuery(billableQuery(clientId, invoiceId))
  const queries = useQueryClient()
  const addedLine = useRef<number | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState(0)
  const offer = data && offerFor(data, charge, currency)
  const isEmpty = !offer || (offer.time.length === 0 && offer.expenses.length === 0)
  if (!offer || (isEmpty && !isOpen && offer.inOtherCurrencies === 0)) return null

  async function add(lines: readonly BillableLine[]) {
    const before = form.getValues()
    const isNewList = before.charge.kind === 'amount'
    const next = withLines(before, lines)
    form.clearErrors('charge')
    form.setValue('description', next.description, { shouldDirty: true })
    form.setValue('charge', next.charge, { shouldDirty: true })
    addedLine.current = Math.max(next.charge.lines.length - lines.length, 0)
    setIsOpen(false)
    if (isNewList && before.charge.amountMinor === null && before.client.taxTreatment === 'standard') {
      const tax = await defaultTaxRate(queries)
      if (tax && form.getValues('charge.taxes').length === 0)
        form.setValue('charge.taxes', [{ name: tax.name, rate: tax.rate }], { shouldDirty: true })
    }
  }

  function focusAdded(): boolean {
    const index = addedLine.current
    if (index === null) return false
    addedLine.current = null
    focusField(`charge.lines.${index}.description`)
    return true
  }

  return (
    <>
      <Notice
        title={isEmpty ? undefined : offerText(offer)}
        actions={
          !isEmpty && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                setOpened((count) => count + 1)
                setIsOpen(true)
              }}
            >
              Add to invoice
            </Button>
          )
        }
      >
        {otherCurrenciesText(offer, currency)}
      </Notice>
      <BillableDialog
        key={opened}
        open={isOpen}
        onOpenChange={setIsOpen}
        offer={offer}
        currency={currency}
        onAdd={(lines) => void add(lines)}
        moveFocus={focusAdded}
      />
    </>
  )
}

function offerText({ time, expenses }: Offer): string {
  const seconds = time.reduce((sum, entry) => sum + entry.seconds, 0)
  return unbilledText({ seconds, expenses: expenses.length })
}

function otherCurrenciesText({ inOtherCurrencies: count }: Offer, currency: string): string | null {
  if (count === 0) return null
  const what = count === 1 ? 'One time entry or expense is' : `${count} time entries and expenses are`
  return `${what} in another currency than ${currency} and can’t be added to this invoice.`
}
