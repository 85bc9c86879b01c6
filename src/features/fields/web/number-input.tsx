import { type ComponentProps, useState } from 'react'
import { decimalFieldText, plainDecimal } from '../../../shared/thousandths.ts'
import { Input } from '../../../web/ui/fields/input.tsx'

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> {
  /** 1234.5, or what was typed if it is not a number. */
  value: string
  onValueChange: (value: string) => void
}

const textOf = (value: string) => (/^-?\d+(\.\d+)?$/.test(value) ? decimalFieldText(value) : value)

/** A number in the number format of the reader. The server reports text that is not a number. */
export function NumberInput({ value, onValueChange, ...props }: NumberInputProps) {
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  // A value set from outside replaces the text. The value of what is being typed must not.
  if (value !== seen) {
    setSeen(value)
    if (value !== plainDecimal(text)) setText(textOf(value))
  }
  return (
    <Input
      autoComplete="off"
      {...props}
      inputMode="decimal"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onValueChange(plainDecimal(event.target.value))
      }}
    />
  )
}
