import { type ComponentProps, useState } from 'react'
import { type MoneyProblem, formatAmount, parseMoney } from '../../../shared/money.ts'
import { Input } from './input.tsx'

interface MoneyInputProps extends Omit<
  ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode' | 'leading'
> {
  /** Minor units; null, or the problem, if the text is not an amount. */
  value: number | MoneyProblem | null
  /** Called with minor units, or with null and the problem if the text is not an amount. */
  onValueChange: (minor: number | null, problem: MoneyProblem | null) => void
}

function textOf(value: MoneyInputProps['value']) {
  return typeof value === 'number' ? formatAmount(value) : ''
}

function minorOf(text: string) {
  const parsed = parseMoney(text)
  return parsed.ok ? parsed.minor : null
}

export function MoneyInput({
  value,
  onValueChange,
  onBlur,
  placeholder = '0.00',
  ...props
}: MoneyInputProps) {
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  // A value set from outside replaces the text. The value of what is being typed must not.
  if (value !== seen) {
    setSeen(value)
    const isCleared = value === null && typeof seen === 'string'
    const isEcho = (typeof value === 'number' ? value : null) === minorOf(text)
    if (isCleared || !isEcho) setText(textOf(value))
  }
  return (
    <Input
      autoComplete="off"
      {...props}
      type="text"
      inputMode="decimal"
      leading="$"
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        const parsed = parseMoney(typed)
        if (parsed.ok) onValueChange(parsed.minor, null)
        else onValueChange(null, parsed.reason)
      }}
      onBlur={(event) => {
        const minor = minorOf(text)
        if (minor !== null) setText(formatAmount(minor))
        onBlur?.(event)
      }}
    />
  )
}
