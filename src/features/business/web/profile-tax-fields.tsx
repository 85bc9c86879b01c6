import { useFormContext, useWatch } from 'react-hook-form'
import { taxIdExample, taxIdLabel } from '../../../shared/tax-ids.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { CountrySelect } from './country-select.tsx'
import type { ProfileValues } from './profile-values.ts'

/** Country and tax number of the business. Must be inside the form's FormProvider. */
export function ProfileTaxFields() {
  const { register, control, formState } = useFormContext<ProfileValues>()
  const [country = '', taxId = ''] = useWatch({ control, name: ['country', 'taxId'] })
  const { errors } = formState
  const example = taxIdExample(country)
  return (
    <>
      <Field label="Country" hint="Decides the form of your tax number." error={errors.country?.message}>
        <CountrySelect {...register('country')} autoComplete="section-business country" />
      </Field>
      <Field
        label={taxIdLabel(country, taxId)}
        hint={`Shown on invoices.${example && ` Such as ${example}.`}`}
        error={errors.taxId?.message}
      >
        <Input {...register('taxId')} autoComplete="off" spellCheck={false} />
      </Field>
    </>
  )
}
