import { type ComponentProps, useState } from 'react'
import {
  type MoneyFormat,
  type MoneyProblem,
  currencySign,
  formatAmount,
  parseMoney,
} from '../../../shared/money.ts'
import { Input } from './input.tsx'

interface MoneyInputProps extends Omit<
  ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode' | 'leading'
> {
  /** How amounts are read and written in this field. */
  format: MoneyFormat
  /** Minor units; null, or the problem, if the text is not an amount. */
  value: number | MoneyProblem | null
  /** Called with minor units, or with null and the problem if the text is not an amount. */
  onValueChange: (minor: number | null, problem: MoneyProblem | null) => void
}

function textOf(value: MoneyInputProps['value'], format: MoneyFormat) {
  return typeof value === 'number' ? formatAmount(value, format) : ''
}

function minorOf(text: string, format: MoneyFormat) {
  const parsed = parseMoney(text, format)
  return parsed.ok ? parsed.minor : null
}

export function MoneyInput({
  format,
  value,
  onValueChange,
  onBlur,
  placeholder = formatAmount(0, format),
  ...props
}: MoneyInputProps) {
  const sign = currencySign(format)
  const [text, setText] = useState(() => textOf(value, format))
  const { currency } = format
  const [seen, setSeen] = useState({ value, currency })
  // A value or a currency set from outside replaces the text. The value of what is being typed must not.
  if (value !== seen.value || currency !== seen.currency) {
    setSeen({ value, currency })
    const isCleared = value === null && typeof seen.value === 'string'
    const isEcho = (typeof value === 'number' ? value : null) === minorOf(text, format)
    const isRewritten = currency !== seen.currency && typeof value === 'number'
    if (isCleared || isRewritten || !isEcho) setText(textOf(value, format))
  }
  return (
    <Input
      autoComplete="off"
      {...props}
      type="text"
      inputMode="decimal"
      leading={<span className={sign.length > 2 ? 'text-xs' : ''}>{sign}</span>}
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        const parsed = parseMoney(typed, format)
        if (parsed.ok) onValueChange(parsed.minor, null)
        else onValueChange(null, parsed.reason)
      }}
      onBlur={(event) => {
        const minor = minorOf(text, format)
        if (minor !== null) setText(formatAmount(minor, format))
        onBlur?.(event)
      }}
    />
  )
}
