import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

type PercentageInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'leading' | 'trailing'>

/** A percentage as typed. The form reports text that is not a number. */
export function PercentageInput({ onChange, ...props }: PercentageInputProps) {
  return (
    <Input
      autoComplete="off"
      placeholder="0"
      {...props}
      type="text"
      inputMode="decimal"
      onChange={(event) => {
        // The field already shows the % sign, so a typed one is removed.
        const { value } = event.target
        if (value.includes('%')) event.target.value = value.replace(/\s*%\s*$/, '')
        onChange?.(event)
      }}
      trailing={
        <span aria-hidden className="pointer-events-none pr-3 text-muted">
          %
        </span>
      }
    />
  )
}
