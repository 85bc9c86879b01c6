import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field-context.ts'

// The native list, which is easier to use on a phone than a custom one.
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <div className={classNames('relative', className)}>
      <select {...props} {...useFieldControl(props)} className="control appearance-none pr-9!">
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}
