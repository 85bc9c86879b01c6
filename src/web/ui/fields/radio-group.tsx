import { type ReactNode, use, useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldContext } from './field-context.ts'

export interface RadioOption {
  value: string
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps {
  value: string | null
  onValueChange: (value: string) => void
  options: readonly RadioOption[]
  /** `cards` puts each option in a box, for few options that need explaining. */
  look?: 'list' | 'cards'
  className?: string | undefined
}

/** Must be inside a `<Field group>`, which labels it. */
export function RadioGroup({ value, onValueChange, options, look = 'list', className }: RadioGroupProps) {
  const id = useId()
  const field = use(FieldContext)
  return (
    <div
      role="radiogroup"
      id={field?.controlId}
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      aria-required={field?.required || undefined}
      className={classNames(look === 'cards' ? 'grid gap-2 sm:grid-cols-2' : 'flex flex-col', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'flex items-start gap-3 has-disabled:opacity-60',
            look === 'cards'
              ? 'rounded-lg border border-border bg-surface p-4 transition-colors hover:border-border-strong has-checked:border-accent has-checked:bg-accent-soft'
              : 'min-h-8 py-1.5 touch:min-h-11 touch:py-2.5',
          )}
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
            aria-labelledby={`${id}-${option.value}-label`}
            aria-describedby={option.description ? `${id}-${option.value}-description` : undefined}
            className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-border-strong bg-surface transition-all checked:border-6 checked:border-accent hover:border-muted checked:hover:border-accent"
          />
          <span className="min-w-0 flex-1">
            <span id={`${id}-${option.value}-label`} className="block text-foreground">
              {option.label}
            </span>
            {option.description && (
              <span id={`${id}-${option.value}-description`} className="block text-sm text-muted">
                {option.description}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
