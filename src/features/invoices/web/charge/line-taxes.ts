// Which taxes apply to which line of the form. A line without a choice of its own has all taxes.
import type { Tax } from '../../document/totals-rules.ts'
import type { ChargeValues } from './charge-values.ts'
import { isSameTax } from './tax-choices.ts'

type Taxes = ChargeValues['lines'][number]['taxes']

export function hasTax(taxes: Taxes, index: number): boolean {
  return taxes === undefined || taxes.includes(index)
}

/** Whether the lines show their taxes: there is something to choose, or a line has made a choice. */
export function showsLineTaxes({ lines, taxes }: Pick<ChargeValues, 'lines' | 'taxes'>): boolean {
  return taxes.length > 1 || (taxes.length > 0 && lines.some((line) => line.taxes !== undefined))
}

/** Returns the taxes of a line after one of them was ticked or unticked. `count` is the number of all taxes. */
export function withTax(taxes: Taxes, index: number, isChosen: boolean, count: number): Taxes {
  const chosen = Array.from({ length: count }, (_, tax) => tax).filter((tax) =>
    tax === index ? isChosen : hasTax(taxes, tax),
  )
  return chosen.length === count ? undefined : chosen
}

/**
 * Returns the lines after the taxes of the invoice changed from `before` to `after`, with the same taxes as far as they are
 * still there. A line that made a choice does not get a tax that is new.
 */
export function keepLineTaxes(
  lines: ChargeValues['lines'],
  before: readonly Tax[],
  after: readonly Tax[],
): ChargeValues['lines'] {
  return lines.map((line) => {
    if (line.taxes === undefined) return line
    const { taxes, ...rest } = line
    const kept = after.flatMap((tax, index) => {
      const from = before.findIndex((other) => isSameTax(other, tax))
      return from >= 0 && taxes.includes(from) ? [index] : []
    })
    return kept.length === after.length ? rest : { ...rest, taxes: kept }
  })
}
