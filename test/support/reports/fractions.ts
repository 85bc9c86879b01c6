// Exact arithmetic for the reckoning of reports, without the product's code.

export interface Fraction {
  top: bigint
  /** Always positive. */
  bottom: bigint
}

export const fraction = (top: bigint | number, bottom: bigint | number = 1n): Fraction => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
})

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})

/** The nearest whole number. A half goes away from zero. */
export function nearest({ top, bottom }: Fraction): number {
  const size = top < 0n ? -top : top
  const [whole, rest] = [size / bottom, size % bottom]
  const rounded = Number(rest * 2n >= bottom ? whole + 1n : whole)
  return top < 0n && rounded !== 0 ? -rounded : rounded
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const order = (a: Fraction, b: Fraction) =>
  Number(a.top * b.bottom - b.top * a.bottom > 0n) || -Number(a.top * b.bottom !== b.top * a.bottom)

interface Sharing {
  /** Who gets what is left over when each has the whole part: those who lost most, or the first. */
  rest: 'largest' | 'first'
}

/** Shares a number out in proportion to weights. Weights of nothing get nothing. */
export function shareOut(total: number, weights: readonly Fraction[], { rest }: Sharing): number[] {
  const all = weights.reduce(plus, fraction(0))
  if (all.top === 0n) return weights.map((_, index) => (rest === 'first' && index === 0 ? total : 0))
  const exact = weights.map((weight) =>
    fraction(BigInt(total) * weight.top * all.bottom, weight.bottom * all.top),
  )
  const shares = exact.map(({ top, bottom }) => Number(top / bottom))
  const lost = exact.map(({ top, bottom }, index) => ({
    index,
    rest: fraction(top - BigInt(shares[index]!) * bottom, bottom),
  }))
  const inTurn =
    rest === 'first'
      ? lost.filter(({ index }) => weights[index]!.top !== 0n)
      : lost.toSorted((a, b) => order(b.rest, a.rest))
  const step = total < 0 ? -1 : 1
  for (let left = total - sumOf(shares), turn = 0; left !== 0; left -= step, turn += 1)
    shares[inTurn[turn % inTurn.length]!.index]! += step
  return shares
}
