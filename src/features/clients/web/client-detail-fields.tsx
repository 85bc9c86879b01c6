import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { taxIdExample, taxIdLabel } from '../../../shared/tax-ids.ts'
import { wholeRow } from '../../../web/forms/form-section.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { CountrySelect } from '../../business/web/country-select.tsx'
import { currencyOptions } from '../../business/web/currency-options.ts'
import { OwnFieldInputs } from '../../fields/web/own-field-inputs.tsx'
import { useOwnFields } from '../../fields/web/own-fields-api.ts'
import { taxTreatments } from '../rules.ts'
import type { ClientFormValues } from './client-form-values.ts'

interface ClientDetailFieldsProps {
  form: UseFormReturn<ClientFormValues>
  isNew: boolean
}

// The browser would fill in the owner's own data here.
const noAutoComplete = { autoComplete: 'off' }
const email = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

export function ClientDetailFields({ form, isNew }: ClientDetailFieldsProps) {
  const { control, register, formState } = form
  const { errors } = formState
  const [country, taxId] = useWatch({ control, name: ['country', 'taxId'] })
  const example = taxIdExample(country)
  const ownFields = useOwnFields('client')
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Company Name" required error={errors.name?.message}>
        <Input {...register('name')} {...noAutoComplete} />
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        <Input {...register('email')} {...email} {...noAutoComplete} />
      </Field>
      <Field label="Contact Name" error={errors.contactName?.message}>
        <Input {...register('contactName')} {...noAutoComplete} />
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" inputMode="tel" {...noAutoComplete} />
      </Field>
      <Field label="Address" error={errors.address?.message} className={wholeRow}>
        <Textarea {...register('address')} rows={3} {...noAutoComplete} />
      </Field>
      <Field label="Country" error={errors.country?.message}>
        <Controller control={control} name="country" render={({ field }) => <CountrySelect {...field} />} />
      </Field>
      <Field
        label={taxIdLabel(country, taxId)}
        hint={example && `Such as ${example}.`}
        error={errors.taxId?.message}
      >
        <Input {...register('taxId')} {...noAutoComplete} />
      </Field>
      <Field label="Tax Treatment" error={errors.taxTreatment?.message}>
        <Select {...register('taxTreatment')}>
          {Object.entries(taxTreatments).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Currency" error={errors.currency?.message}>
        <Select {...register('currency')}>
          {currencyOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Controller
        control={control}
        name="ownFields"
        render={({ field: { value, onChange } }) => (
          <OwnFieldInputs
            fields={ownFields}
            values={value}
            errorOf={(id) => errors.ownFields?.[id]?.message}
            onValuesChange={onChange}
          />
        )}
      />
      {isNew && (
        <Controller
          control={control}
          name="noReminders"
          render={({ field: { value, onChange, ref } }) => (
            <div className={wholeRow}>
              <Switch
                ref={ref}
                label="Send reminders to this client"
                description="Applies to all their invoices. You can still send reminders yourself."
                checked={!value}
                onCheckedChange={(checked) => onChange(!checked)}
              />
            </div>
          )}
        />
      )}
    </div>
  )
}
