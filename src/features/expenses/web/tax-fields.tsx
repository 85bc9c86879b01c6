import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { thousandthsText } from '../../../shared/thousandths.ts'
import { focusField } from '../../../web/forms/focus-field.ts'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { GroupError } from '../../../web/forms/group-error.tsx'
import { useAfterRender } from '../../../web/forms/use-after-render.ts'
import { Button } from '../../../web/ui/button.tsx'
import type { TaxRate } from '../../taxes/contract.ts'
import { taxRatesQuery } from '../../taxes/web/tax-rate-api.ts'
import { maxTaxes } from '../contract.ts'
import { type ExpenseFormValues, amountOf } from './expense-form-values.ts'
import { TaxRow } from './tax-row.tsx'
import { workedOutTaxes } from './tax-values.ts'

const noRates: readonly TaxRate[] = []

/** The taxes that the amount contains. Until there is one, only a button. */
export function TaxFields() {
  const { control } = useFormContext<ExpenseFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'taxes' })
  const { errors } = useFormState({ control, name: 'taxes' })
  const [amountMinor, currency, mileage, repeats, taxes] = useWatch({
    control,
    name: ['amountMinor', 'currency', 'mileage', 'repeats', 'taxes'],
  })
  const { data, isPending } = useQuery(taxRatesQuery)
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const rates = data?.taxRates ?? noRates
  const workedOut = workedOutTaxes(amountOf({ amountMinor, currency, mileage, repeats }), taxes)
  const count = fields.length
  const hasTaxes = count > 0

  const focusRow = (index: number) => focusField(`taxes.${index}.${rates.length > 0 ? 'choice' : 'name'}`)

  function add() {
    const rate = rates.find(({ isDefault }) => isDefault) ?? rates[0]
    const tax = rate
      ? { name: rate.name, percentage: thousandthsText(rate.rate) }
      : { name: '', percentage: '' }
    append({ ...tax, amountMinor: null }, { shouldFocus: false })
    afterRender(() => focusRow(count))
  }

  function removeTax(index: number) {
    remove(index)
    const neighbour = Math.min(index, count - 2)
    afterRender(() => (neighbour < 0 ? addButton.current?.focus() : focusRow(neighbour)))
  }

  return (
    // Alone, the button shares its row with the switch of the mileage, which a recurring expense does not have.
    <div className={hasTaxes || repeats !== 'never' ? wholeRow : undefined}>
      {hasTaxes && (
        <>
          <h3 className="text-sm font-medium text-foreground">Tax you can reclaim</h3>
          <p className="text-sm text-muted">Part of the amount. Used in your tax report.</p>
        </>
      )}
      {hasTaxes && (
        <div className="mt-3 flex flex-col gap-4">
          {fields.map((field, index) => (
            <TaxRow
              key={field.id}
              index={index}
              rates={rates}
              workedOut={workedOut[index] ?? null}
              onRemove={() => removeTax(index)}
            />
          ))}
        </div>
      )}
      <GroupError error={errors.taxes} />
      <Button
        ref={addButton}
        variant="ghost"
        size="sm"
        // The first row begins with a saved rate.
        disabled={isPending || count >= maxTaxes}
        onClick={add}
        className={hasTaxes ? 'mt-3 -ml-3' : '-ml-3'}
      >
        <Plus aria-hidden />
        {hasTaxes ? 'Add another tax' : 'Add tax'}
      </Button>
    </div>
  )
}
