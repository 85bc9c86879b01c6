import { useController, useFormContext } from 'react-hook-form'
import { typedDate } from '../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { End } from '../rules.ts'
import type { EndValues } from './end-values.ts'

interface EndFieldsProps {
  /** What the schedule creates, such as "invoices". */
  what: string
  countHint: string
}

/** The fields for the end of a schedule. */
export function EndFields({ what, countHint }: EndFieldsProps) {
  const ends: Record<End['kind'], string> = {
    never: 'Never',
    date: 'On a date',
    count: `After a number of ${what}`,
  }
  const { control, register, getFieldState, formState } = useFormContext<EndValues>()
  const kind = useController({ control, name: 'endKind' })
  const date = useController({ control, name: 'endDate' })
  return (
    <>
      <Field label="Ends" error={kind.fieldState.error?.message}>
        <Select
          value={kind.field.value}
          onBlur={kind.field.onBlur}
          onChange={(event) => kind.field.onChange(event.target.value)}
        >
          {Object.entries(ends).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {kind.field.value === 'date' && (
        <Field
          label="End Date"
          required
          hint="Nothing is added after this date."
          error={date.fieldState.error?.message}
        >
          <DatePicker
            name="endDate"
            value={date.field.value}
            onBlur={date.field.onBlur}
            onValueChange={(iso, text) => date.field.onChange(typedDate(iso, text))}
          />
        </Field>
      )}
      {kind.field.value === 'count' && (
        <Field
          label={`Number of ${what}`}
          required
          hint={countHint}
          error={getFieldState('endCount', formState).error?.message}
        >
          <Input {...register('endCount')} inputMode="numeric" autoComplete="off" maxLength={4} />
        </Field>
      )}
    </>
  )
}
