import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'

interface DateFilterProps {
  date: string | undefined
  onChange: (date: string | undefined) => void
}

/** One day. What is typed and cannot be read is said once the field is left. */
export function DateFilter({ date, onChange }: DateFilterProps) {
  const [isUnread, setIsUnread] = useState(false)
  return (
    <div className="flex items-start gap-2">
      <Field
        label="Date"
        hideLabel
        className="min-w-0 flex-1"
        error={isUnread ? 'Please write it like Nov 15, 2026, or pick it.' : undefined}
      >
        <DatePicker
          value={date ?? null}
          placeholder="Pick a date"
          onBlur={(event) => setIsUnread(date === undefined && event.target.value.trim() !== '')}
          onValueChange={(iso) => {
            setIsUnread(false)
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
