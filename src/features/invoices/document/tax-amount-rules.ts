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

interface TaxAmount {
  /** The amount without tax that the tax is a percentage of, rounded for display. */
  baseMinor: number
  taxMinor: number
}

/**
 * Calculates each tax as one exact fraction and rounds it once. Where the prices include tax, a line contains all its
 * taxes: each is its rate's part of 100 % plus all of the line's rates.
 */
export function taxAmounts({ lines, rates, discountMinor, taxIncluded }: TaxedLines): TaxAmount[] {
  const subtotal = lines.reduce((total, { minor }) => total + BigInt(minor), 0n)
  if (subtotal === 0n) return rates.map(() => ({ baseMinor: 0, taxMinor: 0 }))
  const discounted = subtotal - BigInt(discountMinor)
  return rates.map((rate, index) => {
    // The lines of this tax by the percentage that each of them stands for.
    const amounts = new Map<bigint, bigint>()
    for (const { minor, taxes } of lines) {
      const applies = (tax: number) => taxes === undefined || taxes.includes(tax)
      if (!applies(index)) continue
      const included = taxIncluded ? sumOf(rates.filter((_, tax) => applies(tax))) : 0n
      const percentage = wholePercentage + included
      amounts.set(percentage, (amounts.get(percentage) ?? 0n) + BigInt(minor))
    }
    let [numerator, denominator] = [0n, 1n]
    for (const [percentage, amount] of amounts) {
      numerator = numerator * percentage + amount * denominator
      denominator *= percentage
    }
    numerator *= discounted
    denominator *= subtotal
    // At an exact half the base goes down where the tax goes up, so that the two come to the price that includes both.
    const half = taxIncluded ? denominator - 1n : denominator
    return {
      baseMinor: Number((numerator * wholePercentage * 2n + half) / (denominator * 2n)),
      taxMinor: Number((numerator * BigInt(rate) * 2n + denominator) / (denominator * 2n)),
    }
  })
}

function sumOf(values: readonly number[]): bigint {
  return values.reduce((total, value) => total + BigInt(value), 0n)
}
