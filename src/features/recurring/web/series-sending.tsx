import { useController, useFormContext } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../web/forms/form-section.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { ReminderField } from '../../reminders/web/reminder-field.tsx'
import type { SeriesFormValues } from './series-form-values.ts'

const options = [
  {
    value: 'send',
    label: 'Email each invoice automatically',
    description: 'It goes to the client with its PDF and payment link on its day.',
  },
  {
    value: 'draft',
    label: 'Make a draft for me to check',
    description: 'It is made on its day and waits until you press Email on it.',
  },
]

export function SeriesSending() {
  const { control } = useFormContext<SeriesFormValues>()
  const { field, fieldState } = useController({ control, name: 'sends' })
  return (
    <FormSection title="Sending">
      <Field group hideLabel label="On each day" error={fieldState.error?.message} className={wholeRow}>
        <RadioGroup
          look="cards"
          className="sm:grid-cols-1!"
          value={field.value ? 'send' : 'draft'}
          onValueChange={(value) => field.onChange(value === 'send')}
          options={options}
        />
      </Field>
      <ReminderField />
    </FormSection>
  )
}
