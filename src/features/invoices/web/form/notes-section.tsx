import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { FormTextField } from './form-text-field.tsx'

const invoiceHint = 'Appears at the bottom of the invoice, such as how to pay or a thank-you.'

export function NotesSection({ hint = invoiceHint }: { hint?: string }) {
  return (
    <FormSection title="Notes">
      <FormTextField name="notes" label="Notes" hideLabel kind="long" hint={hint} className={wholeRow} />
    </FormSection>
  )
}
