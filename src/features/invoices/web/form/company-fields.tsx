import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { FormTextField } from './form-text-field.tsx'
import { LogoField } from './logo-field.tsx'

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
