import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { FormTextField } from './form-text-field.tsx'

export function NotesSection() {
  return (
    <FormSection title="Notes">
      <FormTextField
        name="notes"
        label="Notes"
        hideLabel
        kind="long"
        hint="Appears at the bottom of the invoice, such as how to pay or a thank-you."
        className={wholeRow}
      />
    </FormSection>
  )
}
