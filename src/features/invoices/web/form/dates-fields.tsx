import { useController, useFormContext } from 'react-hook-form'
import { isIsoDate } from '../../../../shared/dates.ts'
import { FormSection } from '../../../../web/forms/form-section.tsx'
import { typedDate } from '../../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { type PaymentTerms, dueDateFor, dueDateNote } from '../../rules.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { PurchaseOrderField, TermsField } from './terms-fields.tsx'

const isDate = (value: string | null): value is string => value !== null && isIsoDate(value)

/** Terms and issue date set the due date. A due date that the user enters sets the terms to Custom. */
export function DatesFields({ today }: { today: string }) {
  const { control } = useFormContext<InvoiceFormValues>()
  const issue = useController({ control, name: 'issueDate' })
  const due = useController({ control, name: 'dueDate' })
  const terms = useController({ control, name: 'paymentTerms' })
  const [issueDate, dueDate] = [issue.field.value, due.field.value]

  function updateDueDate(chosen: PaymentTerms, from: string | null) {
    const next = from === null ? null : dueDateFor(chosen, from)
    if (next !== null) due.field.onChange(next)
  }

  return (
    <FormSection title="Details">
      <Field label="Issue Date" required error={issue.fieldState.error?.message}>
        <DatePicker
          name="issueDate"
          value={issueDate}
          onBlur={issue.field.onBlur}
          onValueChange={(iso, text) => {
            issue.field.onChange(typedDate(iso, text))
            updateDueDate(terms.field.value, iso)
          }}
        />
      </Field>
      <TermsField
        onChosen={(chosen) => {
          if (isDate(issueDate)) updateDueDate(chosen, issueDate)
        }}
      />
      <Field
        label="Due Date"
        required
        hint={isDate(issueDate) && isDate(dueDate) ? dueDateNote(today, issueDate, dueDate) : null}
        error={due.fieldState.error?.message}
      >
        <DatePicker
          name="dueDate"
          value={dueDate}
          onBlur={due.field.onBlur}
          onValueChange={(iso, text) => {
            due.field.onChange(typedDate(iso, text))
            if (iso !== dueDate) terms.field.onChange('custom')
          }}
        />
      </Field>
      <PurchaseOrderField />
    </FormSection>
  )
}
