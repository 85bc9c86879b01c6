import type { ComponentProps } from 'react'

import { MoneyInput } from '../../../web/ui/money-input.tsx'
import type { TypedAmount } from './charge-values.ts'

interface FormMoneyInputProps extends Omit<ComponentProps<typeof MoneyInput>, 'value' | 'onValueChange'> {
  value: TypedAmount
  onChange: (value: TypedAmount) => void
}

/** An amount of the form, which also keeps why a text is none. */
export function FormMoneyInput({ onChange, ...props }: FormMoneyInputProps) {
  return (
    <MoneyInput
      {...props}
      onValueChange={(cents, problem) => onChange(problem === 'empty' ? null : (problem ?? cents))}
    />
  )
}
