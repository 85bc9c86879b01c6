import { useController, useFormContext, useWatch } from 'react-hook-form'
import { taxIdExample, taxIdLabel } from '../../../../shared/tax-ids.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { CountrySelect } from '../../../business/web/country-select.tsx'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'
import { noteFor } from './tax-treatment.ts'

/** Country and tax number of the sender or the client. */
export function TaxIdentityFields({ party }: { party: 'company' | 'client' }) {
  const { control, getValues, setValue } = useFormContext<ContentValues>()
  const country = useController({ control, name: `${party}.country` })
  const taxId = useWatch({ control, name: `${party}.taxId` })
  const whose = party === 'company' ? 'Company' : 'Client'
  const example = taxIdExample(country.field.value)

  function choose(chosen: string) {
    country.field.onChange(chosen)
    // The sentence about tax is in the words of the sender's country.
    if (party === 'client') return
    const values = getValues()
    setValue('taxNote', noteFor(values, values.client.taxTreatment), { shouldDirty: true })
  }

  return (
    <>
      <Field label={`${whose} Country`} error={country.fieldState.error?.message}>
        <CountrySelect {...country.field} onChange={choose} />
      </Field>
      <FormTextField
        name={`${party}.taxId`}
        label={`${whose} ${taxIdLabel(country.field.value, taxId)}`}
        hint={example && `Such as ${example}.`}
        autoComplete="off"
      />
    </>
  )
}
