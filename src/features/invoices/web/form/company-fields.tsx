import { useController } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { LogoPicker } from '../../../business/web/logo-picker.tsx'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'

export function CompanyFields() {
  return (
    <FormSection title="Your company">
      <FormTextField
        name="company.name"
        label="Company Name"
        required
        autoComplete="section-company organization"
      />
      <FormTextField
        name="company.email"
        label="Company Email"
        kind="email"
        required
        autoComplete="section-company email"
      />
      <FormTextField name="company.contactName" label="Contact Name" autoComplete="section-company name" />
      <FormTextField
        name="company.phone"
        label="Company Phone"
        kind="tel"
        autoComplete="section-company tel"
      />
      <FormTextField
        name="company.address"
        label="Company Address"
        kind="long"
        autoComplete="section-company street-address"
        className={wholeRow}
      />
      <div className={wholeRow}>
        <LogoField />
      </div>
    </FormSection>
  )
}

/** The logo of this invoice, which may differ from that of the business. */
function LogoField() {
  const { field, fieldState } = useController<ContentValues, 'logo'>({ name: 'logo' })
  return (
    <LogoPicker
      logo={field.value}
      error={fieldState.error?.message}
      onUploaded={field.onChange}
      removeLabel="Remove from this invoice"
      onRemove={() => field.onChange(null)}
    />
  )
}
