import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field-context.ts'

interface InputProps extends ComponentProps<'input'> {
  /** An icon, a symbol or a button inside the field, before the text. */
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
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center has-[button]:pointer-events-auto touch:has-[button]:w-11 justify-center text-muted [&_svg]:size-4">
          {leading}
        </span>
      )}
      <input
        {...props}
        {...wiring}
        className={classNames(
          'control',
          !!leading && 'pl-9! touch:[:has(button)+&]:pl-11!',
          !!trailing && 'pr-11! touch:pr-13!',
        )}
      />
      {trailing && <span className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</span>}
    </div>
  )
}
