import { useController, useFormContext } from 'react-hook-form'
import { daysBetween, isIsoDate } from '../../../../shared/dates.ts'
import { FormSection } from '../../../../web/forms/form-section.tsx'
import { typedDate } from '../../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { LaterTermsFields, PurchaseOrderField } from '../../../invoices/web/form/terms-fields.tsx'
import { defaultValidUntil } from '../../rules.ts'
import type { EstimateFormValues } from './estimate-form-values.ts'

/** A new issue date moves the last day of validity, unless the owner has chosen one. */
export function EstimateDatesFields({ today }: { today: string }) {
  const { control } = useFormContext<EstimateFormValues>()
  const issue = useController({ control, name: 'issueDate' })
  const until = useController({ control, name: 'validUntil' })
  const [issueDate, validUntil] = [issue.field.value, until.field.value]
  return (
    <FormSection title="Details">
      <Field label="Issue Date" required error={issue.fieldState.error?.message}>
        <DatePicker
          name="issueDate"
          value={issueDate}
          onBlur={issue.field.onBlur}
          onValueChange={(iso, text) => {
            const isUntouched =
              issueDate !== null && isIsoDate(issueDate) && validUntil === defaultValidUntil(issueDate)
            issue.field.onChange(typedDate(iso, text))
            if (iso !== null && isUntouched) until.field.onChange(defaultValidUntil(iso))
          }}
        />
      </Field>
      <Field
        label="Valid Until"
        required
        hint={validityHint(validUntil, today)}
        error={until.fieldState.error?.message}
      >
        <DatePicker
          name="validUntil"
          value={validUntil}
          onBlur={until.field.onBlur}
          onValueChange={(iso, text) => until.field.onChange(typedDate(iso, text))}
        />
      </Field>
      <LaterTermsFields hint="For the invoices made from this estimate." />
      <PurchaseOrderField />
    </FormSection>
  )
}

export function validityHint(validUntil: string | null, today: string): string {
  const rule = 'The last day on which your client can accept it.'
  if (validUntil === null || !isIsoDate(validUntil)) return rule
  if (validUntil < today) return 'This day has passed, so your client can’t accept it.'
  const days = daysBetween(today, validUntil)
  if (days === 0) return 'Your client can accept it today only.'
  return days === 1
    ? 'Your client can accept it until tomorrow.'
    : `Your client has ${days} days to accept it.`
}
