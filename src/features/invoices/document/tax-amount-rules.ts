// What each tax of an invoice comes to, where lines can have taxes of their own and prices can include tax.

/** Thousandths of a percent. */
const wholePercentage = 100_000n

export interface TaxedLine {
  minor: number
  /** The indexes of the taxes that apply to the line; undefined for all of them. */
  taxes?: readonly number[] | undefined
}

interface TaxedLines {
  lines: readonly TaxedLine[]
  /** The rate of each tax, in thousandths of a percent. */
  rates: readonly number[]
  /** Taken off all lines, each in proportion. */
  discountMinor: number
  taxIncluded: boolean
}

/** What the taxes are on, without tax. Where no line has two taxes, the parts come to the amount without tax. */
export interface TaxBases {
  /** One for each tax. */
  taxedMinor: number[]
  untaxedMinor: number
}

interface TaxAmounts {
  discountMinor: number
  taxesMinor: number[]
  bases: TaxBases
}

/** The lines that have the same taxes. */
interface Group {
  taxes: number[]
  minor: bigint
  /** How much of `minor` counts. */
  partMinor: bigint
  /** What is left of the part without its discount and without tax. */
  netMinor: bigint
  /** What the price of a line stands for, in thousandths of a percent. */
  percentage: bigint
}

/**
 * Calculates each tax as one exact fraction and rounds it once. Where the prices include tax, a line contains all its
 * taxes: each is its rate's part of 100 % plus all of the line's rates. Of a part of the lines, such as a credit note
 * has, `partMinor` are the amounts: they have the same part of the discount and of the taxes of their own lines.
 */
export function taxAmounts(
  { lines, rates, discountMinor, taxIncluded }: TaxedLines,
  partMinor: readonly number[] = lines.map(({ minor }) => minor),
): TaxAmounts {
  const groups = groupsOf({ lines, rates, taxIncluded }, partMinor)
  const wholes = groups.map(({ minor }) => minor)
  const subtotal = sumOf(wholes)
  const discounted = subtotal - BigInt(discountMinor)
  const shares = apportion(discounted, wholes)
  for (const [index, group] of groups.entries()) {
    const discount = group.minor - (shares[index] ?? 0n)
    group.netMinor = group.partMinor - divideAndRound(discount * group.partMinor, group.minor)
  }
  const partDiscount = sumOf(groups.map((group) => group.partMinor - group.netMinor))
  const common = [...new Set(groups.map(({ percentage }) => percentage))].reduce((a, b) => a * b, 1n)
  const taxesMinor = rates.map((rate, tax) => {
    const taxed = groups.filter(({ taxes }) => taxes.includes(tax))
    const weights = taxed.map((group) => (group.partMinor * common) / group.percentage)
    const minor = divideAndRound(sumOf(weights) * BigInt(rate) * discounted, common * subtotal)
    if (taxIncluded) {
      const parts = apportion(minor, weights)
      for (const [index, group] of taxed.entries()) group.netMinor -= parts[index] ?? 0n
    }
    return Number(minor)
  })
  const netOf = (isWanted: (group: Group) => boolean) =>
    Number(sumOf(groups.filter(isWanted).map(({ netMinor }) => netMinor)))
  return {
    discountMinor: Number(partDiscount),
    taxesMinor,
    bases: {
      taxedMinor: rates.map((_, tax) => netOf(({ taxes }) => taxes.includes(tax))),
      untaxedMinor: netOf(({ taxes }) => taxes.length === 0),
    },
  }
}

function groupsOf(
  { lines, rates, taxIncluded }: Omit<TaxedLines, 'discountMinor'>,
  partMinor: readonly number[],
): Group[] {
  const groups = new Map<string, Group>()
  for (const [index, { minor, taxes: chosen }] of lines.entries()) {
    const taxes = rates.flatMap((_, tax) => (chosen === undefined || chosen.includes(tax) ? [tax] : []))
    const included = taxIncluded ? sumOf(taxes.map((tax) => BigInt(rates[tax] ?? 0))) : 0n
    const group = groups.get(taxes.join()) ?? {
      taxes,
      minor: 0n,
      partMinor: 0n,
      netMinor: 0n,
      percentage: wholePercentage + included,
    }
    group.minor += BigInt(minor)
    group.partMinor += BigInt(partMinor[index] ?? 0)
    groups.set(taxes.join(), group)
  }
  return [...groups.values()]
}

/** Divides a total in proportion to the weights. What whole units leave over goes to the largest remainders. */
function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumOf(weights)
  if (sum === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - sumOf(shares))
  const favoured = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .toSorted((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0))
    .slice(0, left)
  for (const { index } of favoured) shares[index] = (shares[index] ?? 0n) + 1n
  return shares
}

/** Rounds half up. Nothing divided by nothing is nothing. */
function divideAndRound(numerator: bigint, denominator: bigint): bigint {
  return denominator === 0n ? 0n : (numerator * 2n + denominator) / (denominator * 2n)
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
