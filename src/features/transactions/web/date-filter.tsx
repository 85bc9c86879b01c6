import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'

interface DateFilterProps {
  date: string | undefined
  onChange: (date: string | undefined) => void
}

/** Filters by one day. An unreadable date shows an error when the field loses focus. */
export function DateFilter({ date, onChange }: DateFilterProps) {
  const [isInvalid, setIsInvalid] = useState(false)
  return (
    <div className="flex items-start gap-2">
      <Field
        label="Date"
        hideLabel
        className="min-w-0 flex-1"
        error={isInvalid ? 'Please write it like Nov 15, 2026, or pick it.' : undefined}
      >
        <DatePicker
          value={date ?? null}
          placeholder="Pick a date"
          onBlur={(event) => setIsInvalid(date === undefined && event.target.value.trim() !== '')}
          onValueChange={(iso) => {
            setIsInvalid(false)
            if ((iso ?? undefined) !== date) onChange(iso ?? undefined)
          }}
        />
      </Field>
      {date !== undefined && (
        <Button variant="ghost" size="sm" onClick={() => onChange(undefined)}>
          Clear Date
        </Button>
      )}
    </div>
  )
}
