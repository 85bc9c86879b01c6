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

/** An amount field of a form. If the text is not an amount, the form's value says why. */
export function FormMoneyInput({ value, onChange, ...props }: FormMoneyInputProps) {
  return (
    <MoneyInput
      {...props}
      value={typeof value === 'string' ? 'not-a-number' : value}
      // The text distinguishes more cases than the problem that MoneyInput reports, such as one that can be read in two ways.
      onInput={(event) => onChange(readTypedAmount(event.currentTarget.value, props.format))}
      onValueChange={() => undefined}
    />
  )
}
