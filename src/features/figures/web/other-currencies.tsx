import type { ReactNode } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import type { OtherCurrency } from '../contract.ts'
import { otherCurrencyNotes } from './other-currency-text.ts'

interface OtherCurrenciesProps {
  other: readonly OtherCurrency[]
  className?: string | undefined
}

/** The note of a card, with the other currencies in its sum below. A text alone stays what it is. */
export function withCurrencies(note: string, other: readonly OtherCurrency[]): ReactNode {
  if (other.length === 0) return note
  return (
    <>
      {note}
      <OtherCurrencies other={other} />
    </>
  )
}

/** Says in a few words under a sum what was converted into it and what is not in it. Shows nothing for sums in the home currency alone. */
export function OtherCurrencies({ other, className }: OtherCurrenciesProps) {
  return otherCurrencyNotes(other).map((text) => (
    <span key={text} className={classNames('block text-xs wrap-anywhere text-muted tabular-nums', className)}>
      {text}
    </span>
  ))
}
