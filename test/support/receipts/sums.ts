import type { Item, Rate, Sums, Tax } from './receipt.ts'

export interface TaxRules {
  rates: readonly Rate[]
  /** Whether prices are without tax, as in the United States. */
  isAdded: boolean
}

export interface Extras {
  /** Percent of the items, taxed at every rate. */
  service?: number | undefined
  /** Percent of what was to be paid. */
  tip?: number | undefined
  /** The smallest coin, in minor units. */
  roundTo?: number | undefined
  /** Pays with the next larger sum of these notes, in minor units. Without it, by card. */
  notes?: number | undefined
}

/** Several rates can apply to one item: `GP` is taxed at G and at P. */
function taxOf(items: readonly Item[], rate: Rate, { isAdded }: TaxRules, service: number): Tax | null {
  const taxed = items.filter((item) => item.rate.includes(rate.code))
  if (taxed.length === 0) return null
  const base = sum(taxed) + service
  const tax = Math.round((base * rate.percent) / (isAdded ? 100 : 100 + rate.percent))
  return { rate, base, tax }
}

const sum = (items: readonly Item[]) => items.reduce((all, { amount }) => all + amount, 0)

export function addUp(items: Item[], rules: TaxRules, extras: Extras): Sums {
  const goods = sum(items)
  const service = Math.round((goods * (extras.service ?? 0)) / 100)
  const taxes = rules.rates.flatMap((rate) => taxOf(items, rate, rules, service) ?? [])
  const added = rules.isAdded ? taxes.reduce((all, { tax }) => all + tax, 0) : 0
  const exact = goods + service + added
  const tip = Math.round((exact * (extras.tip ?? 0)) / 100)
  const coin = extras.roundTo ?? 1
  const total = Math.round((exact + tip) / coin) * coin
  const paid = extras.notes === undefined ? total : Math.ceil((total + 1) / extras.notes) * extras.notes
  return {
    items,
    service,
    subtotal: goods,
    taxes,
    taxIsAdded: rules.isAdded,
    tip,
    rounding: total - exact - tip,
    total,
    paid,
  }
}
