import { classNames } from '../class-names.ts'

interface SegmentedProps<Value> {
  legend: string
  value: Value
  options: ReadonlyArray<{ value: Value; label: string }>
  onValueChange: (value: Value) => void
  className?: string
}

export function Segmented<Value extends string | undefined>({
  legend,
  value,
  options,
  onValueChange,
  className,
}: SegmentedProps<Value>) {
  return (
    <fieldset
      className={classNames(
        'grid min-w-0 auto-cols-fr grid-flow-col rounded-lg border border-border bg-surface-sunken p-1 sm:flex',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onValueChange(option.value)}
          className={classNames(
            'min-h-8 rounded-md px-2 text-sm font-medium transition-colors sm:px-4 touch:min-h-11',
            value === option.value
              ? 'bg-surface-raised text-foreground shadow-card ring-1 ring-border-strong/50'
              : 'text-muted hover:text-foreground',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
