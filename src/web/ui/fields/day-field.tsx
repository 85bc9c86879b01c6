import { useState } from 'react'
import { DatePicker } from './date-picker.tsx'
import { Field } from './field.tsx'

interface DayFieldProps {
  label: string
  value: string | undefined
  max?: string | undefined
  error: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of a filter. An unreadable date shows an error when the field loses focus. */
export function DayField({ label, value, max, error, onChange }: DayFieldProps) {
  const [isInvalid, setIsInvalid] = useState(false)
  return (
    <Field label={label} error={isInvalid ? 'Please enter a date like Nov 15, 2026, or pick one.' : error}>
      <DatePicker
        value={value ?? null}
        max={max}
        onBlur={(event) => setIsInvalid(value === undefined && event.target.value.trim() !== '')}
        onValueChange={(day) => {
          setIsInvalid(false)
          if ((day ?? undefined) !== value) onChange(day ?? undefined)
        }}
      />
    </Field>
  )
}
