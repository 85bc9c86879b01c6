import { useCallback } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../../web/api-client.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { SuggestInput } from '../../../web/ui/fields/suggest-input.tsx'
import { maxVendorLength, suggestVendors } from '../contract.ts'
import type { ExpenseFormValues } from './expense-form-values.ts'

/** Who was paid, with the vendors of earlier expenses as suggestions. */
export function VendorField({ check }: { check?: boolean | undefined }) {
  const { register, setValue, clearErrors, getFieldState, formState } = useFormContext<ExpenseFormValues>()
  const find = useCallback(async (text: string) => {
    const { vendors } = await call(suggestVendors, { query: { search: text.slice(0, maxVendorLength) } })
    return vendors.map((vendor) => ({ value: vendor, label: vendor }))
  }, [])
  return (
    <Field label="Vendor" optional check={check} error={getFieldState('vendor', formState).error?.message}>
      <SuggestInput
        {...register('vendor')}
        listLabel="Earlier vendors"
        find={find}
        onSuggestion={(vendor) => {
          setValue('vendor', vendor, { shouldDirty: true })
          clearErrors('vendor')
        }}
      />
    </Field>
  )
}
