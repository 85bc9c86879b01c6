import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field-context.ts'

interface InputProps extends ComponentProps<'input'> {
  leading?: ReactNode
  /** An icon, a symbol or a button inside the field, after the text. */
  trailing?: ReactNode
}

export function Input({ leading, trailing, className, ...props }: InputProps) {
  const wiring = useFieldControl(props)
  if (!leading && !trailing) {
    return <input {...props} {...wiring} className={classNames('control', className)} />
  }
  return (
    <div className={classNames('relative', className)}>
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-muted [&_svg]:size-4">
          {leading}
        </span>
      )}
      <input
        {...props}
        {...wiring}
        className={classNames('control', !!leading && 'pl-9!', !!trailing && 'pr-11! touch:pr-13!')}
      />
      {trailing && <span className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</span>}
    </div>
  )
}
