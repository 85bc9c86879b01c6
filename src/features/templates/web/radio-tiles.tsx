import { type ReactNode, use, useId } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { FieldContext } from '../../../web/ui/fields/field-context.ts'

interface RadioTilesProps<V extends string> {
  value: V | null
  onChange: (value: V) => void
  options: readonly { value: V; label: string; content: ReactNode }[]
  className?: string
  tileClassName?: string
}

/** Radio buttons drawn as tiles. Must be inside a `<Field group>`, which labels them. */
export function RadioTiles<V extends string>(props: RadioTilesProps<V>) {
  const { value, onChange, options, className, tileClassName } = props
  const name = useId()
  const field = use(FieldContext)
  return (
    <div
      role="radiogroup"
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      className={className}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative flex min-w-0 rounded-lg border border-border bg-surface transition-colors hover:border-border-strong',
            'has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            tileClassName,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            className="absolute inset-0 size-full opacity-0"
          />
          {option.content}
        </label>
      ))}
    </div>
  )
}
