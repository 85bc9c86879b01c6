import { type Fraction, fraction, nearest, plus, shareOut, sumOf } from './fractions.ts'

// What an invoice or a credit note consists of, from the columns of its row.

export interface TaxOf {
  tax: string
  /** In thousandths of a percent; null for what bears no tax. */
  rate: number | null
  minor: number
  /** What the tax is on. */
  on: number
}

/** `net` is what was sold, without tax. */
export interface DocumentParts {
  totalMinor: number
  net: { item: string; minor: number }[]
  taxes: TaxOf[]
}

interface RawLine {
  description: string
  quantity: number
  rateMinor: number
  taxes?: number[]
}

export interface RawDocument {
  lines: RawLine[] | null
  taxes: { name: string; rate: number }[]
  fees: { description: string; amountMinor: number }[]
  taxIncluded: boolean
  discountMinor: number
  /** Without late fees. */
  totalMinor: number
  treatment: string
  /** Only of a credit note, which keeps what it credits. */
  kept?: {
    lineMinor: number[]
    taxesMinor: number[]
    bases?: { taxedMinor: number[]; untaxedMinor: number }
  }
}

const whole = 100_000
/** Why something bears no tax. */
const untaxedName = (treatment: string) => (treatment === 'standard' ? '' : treatment)
const itemName = (description: string) => description.split('\n')[0]!.trim().slice(0, 120)

export function documentParts(document: RawDocument): DocumentParts {
  const { lines, taxes, fees, taxIncluded, discountMinor, totalMinor, treatment, kept } = document
  const untaxed = (on: number): TaxOf[] =>
    on === 0 ? [] : [{ tax: untaxedName(treatment), rate: null, minor: 0, on }]
  if (lines === null)
    return { totalMinor, net: [{ item: '', minor: totalMinor }], taxes: untaxed(totalMinor) }
  const taxesOf = (line: RawLine) =>
    taxes.flatMap((_, tax) => ((line.taxes?.includes(tax) ?? true) ? [tax] : []))
  // What 100 % of a price stands for.
  const worthOf = (line: RawLine) =>
    whole + (taxIncluded ? sumOf(taxesOf(line).map((tax) => taxes[tax]!.rate)) : 0)
  const amounts =
    kept?.lineMinor ??
    lines.map(({ quantity, rateMinor }) => nearest(fraction(BigInt(quantity) * BigInt(rateMinor), 1000)))
  const priced = lines.map((line, index) => ({ line, minor: amounts[index]! }))
  const subtotal = sumOf(amounts)
  const left = subtotal - discountMinor
  const pure = ({ line, minor }: (typeof priced)[number]): Fraction =>
    fraction(BigInt(minor) * BigInt(whole), worthOf(line))
  const taxesMinor =
    kept?.taxesMinor ??
    taxes.map(({ rate }, tax) => {
      const on = priced
        .filter(({ line }) => taxesOf(line).includes(tax))
        .map(pure)
        .reduce(plus, fraction(0))
      if (subtotal === 0) return 0
      return nearest(
        fraction(on.top * BigInt(rate) * BigInt(left), on.bottom * BigInt(whole) * BigInt(subtotal)),
      )
    })
  // Lines with the same taxes share the discount and the included tax.
  const groups = [...Map.groupBy(priced, ({ line }) => taxesOf(line).join()).values()]
  const has = (group: typeof priced, tax: number) => taxesOf(group[0]!.line).includes(tax)
  const on = shareOut(
    left,
    groups.map((group) => fraction(sumOf(group.map(({ minor }) => minor)))),
    { rest: 'largest' },
  )
  if (taxIncluded)
    for (const [tax, minor] of taxesMinor.entries()) {
      const bearing = groups.flatMap((group, index) => (has(group, tax) ? [index] : []))
      const weights = bearing.map((index) => groups[index]!.map(pure).reduce(plus, fraction(0)))
      for (const [turn, part] of shareOut(minor, weights, { rest: 'largest' }).entries())
        on[bearing[turn]!]! -= part
    }
  const onWhere = (isWanted: (group: typeof priced) => boolean) =>
    sumOf(on.filter((_, index) => isWanted(groups[index]!)))
  const bases = kept?.bases ?? {
    taxedMinor: taxes.map((_, tax) => onWhere((group) => has(group, tax))),
    untaxedMinor: onWhere((group) => taxesOf(group[0]!.line).length === 0),
  }
  const feesMinor = sumOf(fees.map(({ amountMinor }) => amountMinor))
  const taxMinor = sumOf(taxesMinor)
  if (!kept && left + (taxIncluded ? 0 : taxMinor) + feesMinor !== totalMinor)
    throw new Error(`the parts of an invoice do not come to its total of ${totalMinor}`)
  const net = shareOut(totalMinor - taxMinor - feesMinor, priced.map(pure), { rest: 'first' })
  return {
    totalMinor,
    net: [
      ...priced.map(({ line }, index) => ({ item: itemName(line.description), minor: net[index]! })),
      ...fees.map(({ description, amountMinor }) => ({ item: itemName(description), minor: amountMinor })),
    ],
    taxes: [
      ...taxes
        .map(({ name, rate }, tax) => ({
          tax: name,
          rate,
          minor: taxesMinor[tax]!,
          on: bases.taxedMinor[tax]!,
        }))
        .filter((one) => one.minor !== 0 || one.on !== 0),
      ...untaxed(bases.untaxedMinor + feesMinor),
    ],
  }
}
