import { Switch as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

interface SwitchProps extends Omit<ComponentProps<typeof Primitive.Root>, 'asChild' | 'children'> {
  label: ReactNode
  description?: ReactNode
}

export function Switch({ label, description, className, ...props }: SwitchProps) {
  const fallbackId = useId()
  const id = props.id ?? fallbackId
  return (
    <div
      className={classNames('flex min-h-8 items-start gap-4 py-1.5 touch:min-h-11 touch:py-2.5', className)}
    >
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-medium text-foreground">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-sm text-muted">
            {description}
          </p>
        )}
      </div>
      <Primitive.Root
        {...props}
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="group relative h-6 w-10 shrink-0 rounded-full bg-border-strong transition-colors disabled:opacity-50 data-[state=checked]:bg-accent touch:after:absolute touch:after:-inset-2.5"
      >
        <Primitive.Thumb className="block size-5 translate-x-0.5 rounded-full bg-surface shadow-card transition-transform data-[state=checked]:translate-x-4.5" />
      </Primitive.Root>
    </div>
  )
}
