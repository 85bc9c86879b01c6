import type { ComponentProps } from 'react'

import { Input } from './input.tsx'

/** A percentage as it is typed; what is no number is for the form to tell. */
export function PercentageInput(
  props: Omit<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'leading' | 'trailing'>,
) {
  return (
    <Input
      autoComplete="off"
      placeholder="0"
      {...props}
      type="text"
      inputMode="decimal"
      trailing={
        <span aria-hidden className="pointer-events-none pr-3 text-muted">
          %
        </span>
      }
    />
  )
}
