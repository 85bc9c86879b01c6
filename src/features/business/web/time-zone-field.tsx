import { useCallback, useMemo, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '../../../web/ui/button.tsx'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import type { ProfileValues } from './profile-values.ts'
import { isSameTimeZone, searchTimeZones, timeIn, timeZoneOption } from './time-zones.ts'
import { useMinute } from './use-minute.ts'

/** Must be inside the form's FormProvider. */
export function TimeZoneField() {
  const { setFocus } = useFormContext<ProfileValues>()
  const { field, fieldState } = useController<ProfileValues, 'timeZone'>({ name: 'timeZone' })
  const { ref, name, value, onChange, onBlur } = field
  const [deviceZone] = useState(browserTimeZone)
  const chosen = useMemo(() => timeZoneOption(value), [value])
  const time = timeIn(value, useMinute())
  const isDifferent = !isSameTimeZone(deviceZone, value)
  const search = useCallback(
    async (query: string) => searchTimeZones(query, [value, deviceZone]),
    [value, deviceZone],
  )
  return (
    <Field
      label="Time Zone"
      required
      error={fieldState.error?.message}
      hint={
        <>
          {/* On separate lines: the time changes its width every minute and must not move the rest. */}
          <span className="block">Used for due dates.</span>{' '}
          {time && <span className="block">It’s {time} there now.</span>}
        </>
      }
      labelAction={
        isDifferent && (
          <Button
            variant="link"
            // As high as the label beside it. The touch target extends upwards.
            className="-mt-1 pb-0 touch:-mt-6 touch:items-end touch:pt-0"
            onClick={() => {
              onChange(deviceZone)
              // The button disappears when the zones match.
              setFocus('timeZone')
            }}
          >
            Use this device’s
          </Button>
        )
      }
    >
      <Combobox
        ref={ref}
        name={name}
        value={chosen}
        // The value is required: if the user empties the field, it shows the zone again on blur.
        onValueChange={(option) => option && onChange(option.value)}
        onBlur={onBlur}
        onSearch={search}
        emptyText="No time zone found."
      />
    </Field>
  )
}
