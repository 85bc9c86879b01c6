import { useController, useFormContext, useWatch } from 'react-hook-form'
import { taxIdExample, taxIdLabel } from '../../../shared/tax-ids.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { CountrySelect } from './country-select.tsx'
import type { ProfileValues } from './profile-values.ts'

/** Country and tax number of the business. Must be inside the form's FormProvider. */
export function ProfileTaxFields() {
  const { register, control, formState } = useFormContext<ProfileValues>()
  const { field, fieldState } = useController({ control, name: 'country' })
  const { value: country = '' } = field
  const taxId = useWatch({ control, name: 'taxId' }) ?? ''
  const example = taxIdExample(country)
  return (
    <>
      <Field label="Country" hint="Decides the form of your tax number." error={fieldState.error?.message}>
        <CountrySelect {...field} value={country} />
      </Field>
      <Field
        label={taxIdLabel(country, taxId)}
        hint={`Shown on invoices.${example && ` Such as ${example}.`}`}
        error={formState.errors.taxId?.message}
      >
        <Input {...register('taxId')} autoComplete="off" spellCheck={false} />
      </Field>
    </>
  )
}
