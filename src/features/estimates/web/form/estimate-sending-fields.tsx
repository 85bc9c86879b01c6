import { useController, useFormContext } from 'react-hook-form'
import { dateIn, formatDate } from '../../../../shared/dates.ts'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import type { Estimate } from '../../contract.ts'
import type { EstimateFormValues } from './estimate-form-values.ts'

const options = [
  {
    value: 'email_now',
    label: 'Save and email it',
    description: 'Your client gets it with its PDF and a link to accept or decline it.',
  },
  {
    value: 'email_later',
    label: 'Save as a draft',
    description: 'Not sent until you press Email on the estimate.',
  },
]

interface EstimateSendingFieldsProps {
  /** Null for a new estimate. Saving one that was emailed does not email it again. */
  estimate: Pick<Estimate, 'sentAt' | 'content'> | null
  timeZone: string
}

export function EstimateSendingFields({ estimate, timeZone }: EstimateSendingFieldsProps) {
  return (
    <FormSection title="Sending">
      {estimate?.sentAt ? (
        <p className={`${wholeRow} wrap-anywhere`}>
          {`Emailed on ${formatDate(dateIn(timeZone, new Date(estimate.sentAt)))} to ${estimate.content.client.email}. Its link shows your changes as soon as you save them. Use Email on the estimate to send it again.`}
        </p>
      ) : (
        <SendingChoice />
      )}
    </FormSection>
  )
}

function SendingChoice() {
  const { control } = useFormContext<EstimateFormValues>()
  const { field, fieldState } = useController({ control, name: 'sendOption' })
  return (
    <Field group hideLabel label="Send Option" error={fieldState.error?.message} className={wholeRow}>
      <RadioGroup
        look="cards"
        className="sm:grid-cols-1!"
        value={field.value}
        onValueChange={field.onChange}
        options={options}
      />
    </Field>
  )
}
