import type { TaxRate } from '../../../taxes/contract.ts'
import type { Tax } from '../../document/totals-rules.ts'

export interface TaxChoice {
  key: string
  tax: Tax
  description: string
  isDefault: boolean
  isChosen: boolean
}

export const isSameTax = (one: Tax, other: Tax) => one.name === other.name && one.rate === other.rate

/** Returns the rates of the business, then the taxes on this invoice that are not among them. */
export function taxChoices(rates: readonly TaxRate[], chosen: readonly Tax[]): TaxChoice[] {
  const saved = rates.map((rate) => ({
    key: rate.id,
    tax: { name: rate.name, rate: rate.rate },
    description: rate.description,
    isDefault: rate.isDefault,
    isChosen: chosen.some((tax) => isSameTax(tax, rate)),
  }))
  const others = chosen
    .filter((tax) => !rates.some((rate) => isSameTax(tax, rate)))
    .map((tax) => ({
      key: `${tax.name} ${tax.rate}`,
      tax,
      description: 'On this invoice only',
      isDefault: false,
      isChosen: true,
    }))
  return [...saved, ...others]
}

/** Applies a changed rate to the taxes of an unsaved invoice. `after` is null if the rate was deleted. */
export function applyRateChange(chosen: readonly Tax[], before: Tax, after: Tax | null): Tax[] {
  return chosen.flatMap((tax) => {
    if (!isSameTax(tax, before)) return [tax]
    return after ? [{ name: after.name, rate: after.rate }] : []
  })
}
