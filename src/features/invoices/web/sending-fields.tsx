import { useController, useFormContext } from 'react-hook-form'

import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { RadioGroup } from '../../../web/ui/radio-group.tsx'
import { type SendOption, sendOptions } from '../contract.ts'
import { FormSection, wholeRow } from './form-section.tsx'
import type { InvoiceFormValues } from './invoice-form-values.ts'

interface SendingFieldsProps {
  disabled: boolean
  /** It has been mailed before, and is not mailed a second time by saving it. */
  isSent: boolean
}

const explanations: Record<SendOption, string> = {
  email_now: 'Goes to the client with its PDF and payment link as soon as it is saved.',
  email_later: 'Waits until you press Email on the invoice.',
  do_not_send: 'Nothing goes out by itself. You share the link or the PDF.',
}

export function SendingFields({ disabled, isSent }: SendingFieldsProps) {
  const { control } = useFormContext<InvoiceFormValues>()
  const option = useController({ control, name: 'sendOption' })
  const reminder = useController({ control, name: 'sendReminder' })
  const isSilent = option.field.value === 'do_not_send'
  return (
    <FormSection
      title="Sending"
      description={
        isSent
          ? 'This invoice was mailed already. Saving does not mail it again; the Email button does.'
          : undefined
      }
    >
      <Field
        group
        hideLabel
        label="Send Option"
        error={option.fieldState.error?.message}
        className={wholeRow}
      >
        <RadioGroup
          look="cards"
          className="sm:grid-cols-1!"
          value={option.field.value}
          onValueChange={option.field.onChange}
          options={Object.entries(sendOptions).map(([value, label]) => ({
            value,
            label,
            description: explanations[value as SendOption],
            disabled,
          }))}
        />
      </Field>
      <Checkbox
        className={wholeRow}
        label="Send a reminder 3 days before the due date"
        description={isSilent ? 'Not while “Do not send” is chosen.' : 'Only while the invoice is not paid.'}
        checked={reminder.field.value && !isSilent}
        disabled={disabled || isSilent}
        onChange={(event) => reminder.field.onChange(event.target.checked)}
        onBlur={reminder.field.onBlur}
      />
    </FormSection>
  )
}
