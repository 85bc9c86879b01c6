import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { TaxTreatment } from '../../../clients/contract.ts'
import type { ContentValues } from './content-values.ts'
import { noteFor } from './tax-treatment.ts'

const dirty = { shouldDirty: true }

/**
 * Returns a function that changes how the client is taxed, with the taxes and the sentence that follow from it. Taxes that it
 * removed come back with the standard treatment.
 */
export function useTaxTreatment() {
  const { getValues, setValue, clearErrors } = useFormContext<ContentValues>()
  const [removed, setRemoved] = useState<ContentValues['charge']['taxes']>([])

  function treat(treatment: TaxTreatment) {
    const values = getValues()
    setValue('client.taxTreatment', treatment, dirty)
    setValue('taxNote', noteFor(values, treatment), dirty)
    clearErrors('charge.taxes')
    const { kind, taxes, lines } = values.charge
    if (treatment === 'standard') {
      if (kind === 'lines' && taxes.length === 0 && removed.length > 0)
        setValue('charge.taxes', removed, dirty)
      setRemoved([])
    } else if (taxes.length > 0) {
      setRemoved(taxes)
      setValue('charge.taxes', [], dirty)
      for (const [index, line] of lines.entries()) {
        if (line.taxes) setValue(`charge.lines.${index}.taxes`, undefined, dirty)
      }
    }
  }

  return { treat, hasRemovedTaxes: removed.length > 0 }
}
