import type { Currency } from '../../../../shared/currencies.ts'
import type { Item } from '../../../items/contract.ts'
import type { Tax } from '../../document/totals-rules.ts'
import type { ChargeValues } from './charge-values.ts'

type LineValues = ChargeValues['lines'][number]

/**
 * Returns the line with the description, the price and the taxes of a saved item. A price in another currency is not taken,
 * nor is a tax that the invoice does not have.
 */
export function lineWithItem(
  line: LineValues,
  { description, rateMinor, currency: own, taxNames }: Item,
  { taxes, currency }: { taxes: readonly Tax[]; currency: Currency },
): LineValues {
  const { taxes: _taxes, ...rest } = line
  const chosen = taxes.flatMap(({ name }, index) => (taxNames?.includes(name) ? [index] : []))
  const hasAll = taxNames === null || chosen.length === taxes.length
  return {
    ...rest,
    description,
    rateMinor: own === currency ? rateMinor : line.rateMinor,
    ...(hasAll ? {} : { taxes: chosen }),
  }
}

/** Returns what is saved of a line; null while it has no description or no price. */
export function itemOfLine(
  { description, rateMinor, taxes: chosen }: LineValues,
  { taxes, currency }: { taxes: readonly Tax[]; currency: Currency },
): Omit<Item, 'id'> | null {
  const text = description.trim()
  if (text === '' || typeof rateMinor !== 'number') return null
  const taxNames = chosen ? chosen.flatMap((index) => taxes[index]?.name ?? []) : null
  return { description: text, rateMinor, currency, taxNames }
}
