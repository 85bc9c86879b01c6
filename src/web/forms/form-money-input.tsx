import type { ComponentProps } from 'react'
import { MoneyInput } from '../ui/fields/money-input.tsx'
import { type TypedAmount, readTypedAmount } from './typed-amount.ts'

interface FormMoneyInputProps extends Omit<
  ComponentProps<typeof MoneyInput>,
  'value' | 'onValueChange' | 'onInput'
> {
  value: TypedAmount
  onChange: (value: TypedAmount) => void
}

/** An amount of the form, which also keeps why a text is none. */
export function FormMoneyInput({ value, onChange, ...props }: FormMoneyInputProps) {
  return (
    <MoneyInput
      {...props}
      value={typeof value === 'string' ? 'not-a-number' : value}
      // The text itself tells more than the reason why it is no amount.
      onInput={(event) => onChange(readTypedAmount(event.currentTarget.value))}
      onValueChange={() => undefined}
    />
  )
}
