import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field-context.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  description?: ReactNode
}

export function Checkbox({ label, description, className, ...props }: CheckboxProps) {
  const id = useId()
  const wiring = useFieldControl(props)
  const describedBy = [description && `${id}-description`, wiring['aria-describedby']]
    .filter(Boolean)
    .join(' ')
  return (
    <label
      className={classNames(
        'flex min-h-8 w-fit max-w-full items-start gap-3 py-1.5 touch:min-h-11 touch:py-2.5 has-disabled:text-muted',
        className,
      )}
    >
      <span className="relative mt-0.5 flex size-5 shrink-0">
        <input
          {...props}
          {...wiring}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy || undefined}
          type="checkbox"
          className="peer size-5 appearance-none rounded-sm border border-border-strong bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-muted checked:hover:border-accent disabled:opacity-50 aria-invalid:border-negative"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute top-1 left-1 size-3 scale-75 text-accent-foreground opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0">
        <span id={`${id}-label`} className="block">
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className="block text-sm text-muted">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
