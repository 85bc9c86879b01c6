import { useEffect, useEffectEvent, useRef } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { type BillingInterval, yearlySaving } from '../rules.ts'

interface IntervalChoiceProps {
  value: BillingInterval
  onChange: (interval: BillingInterval) => void
}

const choices = [
  { value: 'month', label: 'Monthly', note: null },
  { value: 'year', label: 'Yearly', note: `save ${yearlySaving}%` },
] as const

export function IntervalChoice({ value, onChange }: IntervalChoiceProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const syncFromDom = useEffectEvent(() => {
    const checkedValue = fieldset.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const checked = choices.find((choice) => choice.value === checkedValue)
    if (checked && checked.value !== value) onChange(checked.value)
  })
  // React does not know a choice that the user made before the page was hydrated.
  useEffect(() => syncFromDom(), [])
  return (
    <fieldset ref={fieldset} className="inline-flex w-fit rounded-lg bg-surface-sunken p-1">
      <legend className="sr-only">Billing</legend>
      {choices.map(({ value: interval, label, note }) => (
        <label
          key={interval}
          className={classNames(
            'relative flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-4 text-sm font-medium text-muted transition-colors touch:min-h-11',
            'has-checked:bg-surface has-checked:text-foreground has-checked:shadow-card',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name="billing-interval"
            value={interval}
            checked={value === interval}
            onChange={() => onChange(interval)}
            className="absolute inset-0 size-full cursor-pointer rounded-md opacity-0"
          />
          {label}
          {note && <span className="font-normal text-positive">{note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
