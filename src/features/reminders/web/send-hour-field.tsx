import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'

interface SendHourFieldProps {
  value: number
  timeZone: string
  error: string | undefined
  onChange: (hour: number) => void
}

export function SendHourField({ value, timeZone, error, onChange }: SendHourFieldProps) {
  return (
    <Field
      label="Sending hour"
      error={error}
      hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Recurring invoices leave at this hour as well.`}
    >
      <Select className="max-w-48" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {hourText(hour)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}
