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
  return (
    <fieldset className="inline-flex w-fit rounded-lg bg-surface-sunken p-1">
      <legend className="sr-only">Billing</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-4 text-sm font-medium text-muted transition-colors touch:min-h-11',
            'has-checked:bg-surface has-checked:text-foreground has-checked:shadow-card',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name="billing-interval"
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
          {choice.note && <span className="font-normal text-positive">{choice.note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
