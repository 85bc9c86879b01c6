import { useController, useFormContext, useWatch } from 'react-hook-form'

import { isIsoDate } from '../../../shared/dates.ts'
import { DatePicker } from '../../../web/ui/date-picker.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { FormSection } from '../../invoices/web/form-section.tsx'
import { frequencies } from '../rules.ts'
import { EndFields } from './end-fields.tsx'
import { NextDays } from './next-days.tsx'
import type { SavedPlan, SeriesFormValues } from './series-form-values.ts'

interface ScheduleFieldsProps {
  /** Null for a new one. */
  saved: SavedPlan | null
  /** Whether invoices were made, so that frequency and start stay. */
  isFixed: boolean
  today: string
}

const fixedNote = 'Invoices were made already: end this one and begin another.'
/** What is no date is kept as it is, to tell it from nothing. */
const typedAs = (text: string) => (text.trim() === '' ? null : text)

export function ScheduleFields({ saved, isFixed, today }: ScheduleFieldsProps) {
  const { control } = useFormContext<SeriesFormValues>()
  const frequency = useController({ control, name: 'frequency' })
  const start = useController({ control, name: 'startDate' })
  const startDate = useWatch({ control, name: 'startDate' })
  const isToday = startDate !== null && isIsoDate(startDate) && startDate === today
  return (
    <FormSection title="Schedule">
      <Field
        label="Frequency"
        hint={isFixed ? fixedNote : undefined}
        error={frequency.fieldState.error?.message}
      >
        <Select
          value={frequency.field.value}
          disabled={isFixed}
          onBlur={frequency.field.onBlur}
          onChange={(event) => frequency.field.onChange(event.target.value)}
        >
          {Object.entries(frequencies).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Start Date"
        required={!isFixed}
        hint={
          isFixed
            ? undefined
            : isToday
              ? 'The first one is made today.'
              : 'The first one is made on this day.'
        }
        error={start.fieldState.error?.message}
      >
        <DatePicker
          name="startDate"
          value={start.field.value}
          disabled={isFixed}
          min={saved ? undefined : today}
          onBlur={start.field.onBlur}
          onValueChange={(iso, text) => start.field.onChange(iso ?? typedAs(text))}
        />
      </Field>
      <EndFields />
      <NextDays saved={saved} today={today} />
    </FormSection>
  )
}
