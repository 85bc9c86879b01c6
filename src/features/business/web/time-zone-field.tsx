import { useCallback, useMemo, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '../../../web/ui/button.tsx'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import type { ProfileValues } from './profile-values.ts'
import { isSameTimeZone, searchTimeZones, timeIn, timeZoneOption } from './time-zones.ts'
import { useMinute } from './use-minute.ts'

/** Lives inside the form's FormProvider. */
export function TimeZoneField() {
  const { setFocus } = useFormContext<ProfileValues>()
  const { field, fieldState } = useController<ProfileValues, 'timeZone'>({ name: 'timeZone' })
  const { ref, name, value, onChange, onBlur } = field
  const [device] = useState(browserTimeZone)
  const chosen = useMemo(() => timeZoneOption(value), [value])
  const time = timeIn(value, useMinute())
  const differs = !isSameTimeZone(device, value)
  const search = useCallback(
    async (query: string) => searchTimeZones(query, [value, device]),
    [value, device],
  )
  return (
    <Field
      label="Time Zone"
      required
      error={fieldState.error?.message}
      hint={
        <>
          {/* Each on a line of its own: the second changes its length with the minutes, and nothing else may move. */}
          <span className="block">Due dates follow it.</span>{' '}
          {time && <span className="block">It is {time} there now.</span>}
        </>
      }
      labelAction={
        differs && (
          <Button
            variant="link"
            // No higher than the label beside it: its target grows upwards.
            className="-mt-1 pb-0 touch:-mt-6 touch:items-end touch:pt-0"
            onClick={() => {
              onChange(device)
              // The button goes once the two are the same.
              setFocus('timeZone')
            }}
          >
            Use this device's
          </Button>
        )
      }
    >
      <Combobox
        ref={ref}
        name={name}
        value={chosen}
        // There is always one: a field that was emptied shows it again when it is left.
        onValueChange={(option) => option && onChange(option.value)}
        onBlur={onBlur}
        onSearch={search}
        emptyText="No time zone has this name."
      />
    </Field>
  )
}
