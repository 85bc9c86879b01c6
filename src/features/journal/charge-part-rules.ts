import type { TaxTreatment } from '../clients/contract.ts'
import { type Charge, type Totals, taxBasesOf } from '../invoices/document/totals-rules.ts'

/** What was sold, without tax. */
interface SalePart {
  item: string
  minor: number
}

/** A tax and what it is on. What bears no tax is such a part too, with the reason as its name. */
export interface TaxPart {
  tax: string
  /** Thousandths of a percent; null for what bears no tax. */
  rate: number | null
  minor: number
  baseMinor: number
}

export interface ChargeParts {
  totalMinor: number
  sales: SalePart[]
  taxes: TaxPart[]
}

const reasons = { standard: '', exempt: 'exempt', reverse_charge: 'reverse_charge' } as const

/** Long enough to tell items apart. */
const maxItemLength = 120

/** The first line of a description says what was sold. */
function itemOf(description: string): string {
  return (description.split('\n', 1)[0] ?? '').trim().slice(0, maxItemLength)
}

/** Divides an invoice or a credit note into what was sold and its taxes, which come to the total exactly. */
export function chargePartsOf(charge: Charge, totals: Totals, treatment: TaxTreatment): ChargeParts {
  const { totalMinor } = totals
  const untaxed = (baseMinor: number): TaxPart[] =>
    baseMinor === 0 ? [] : [{ tax: reasons[treatment], rate: null, minor: 0, baseMinor }]
  if (charge.kind === 'amount') {
    return { totalMinor, sales: [{ item: '', minor: totalMinor }], taxes: untaxed(totalMinor) }
  }
  const bases = taxBasesOf(charge, totals)
  const feesMinor = charge.fees.reduce((sum, fee) => sum + fee.amountMinor, 0)
  const taxes = charge.taxes.map(({ name, rate }, index) => ({
    tax: name,
    rate,
    minor: totals.taxesMinor[index] ?? 0,
    baseMinor: bases.taxedMinor[index] ?? 0,
  }))
  const netMinor = totalMinor - totals.taxMinor - feesMinor
  const net = divide(netMinor, lineWeights(charge, totals))
  return {
    totalMinor,
    sales: [
      ...charge.lines.map(({ description }, index) => ({
        item: itemOf(description),
        minor: net[index] ?? 0,
      })),
      ...charge.fees.map((fee) => ({ item: itemOf(fee.description), minor: fee.amountMinor })),
    ],
    taxes: [
      ...taxes.filter(({ minor, baseMinor }) => minor !== 0 || baseMinor !== 0),
      ...untaxed(bases.untaxedMinor + feesMinor),
    ],
  }
}

/** In proportion to which the lines bear discount and included tax. */
function lineWeights(charge: Extract<Charge, { kind: 'lines' }>, { lineMinor }: Totals): bigint[] {
  const percentages = charge.lines.map((line) => {
    const applied = charge.taxes.filter((_, index) => line.taxes?.includes(index) ?? true)
    const included = charge.taxIncluded ? applied.reduce((sum, { rate }) => sum + rate, 0) : 0
    return BigInt(100_000 + included)
  })
  const common = [...new Set(percentages)].reduce((product, percentage) => product * percentage, 1n)
  return percentages.map((percentage, index) => (BigInt(lineMinor[index] ?? 0) * common) / percentage)
}

/** Divides a total in proportion to the weights. What rounding leaves over goes to the first parts that have a weight. */
function divide(total: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0))
  let left = total
  const parts = weights.map((weight) => {
    const part = Number((BigInt(total) * weight) / sum)
    left -= part
    return part
  })
  for (let index = 0; left !== 0; index = (index + 1) % parts.length) {
    if (weights[index] === 0n) continue
    const step = Math.sign(left)
    parts[index] = (parts[index] ?? 0) + step
    left -= step
  }
  return parts
}
