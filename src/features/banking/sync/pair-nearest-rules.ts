import { addDays } from '../../../shared/dates.ts'

interface Dated {
  /** Only those with the same key are paired. */
  key: string
  date: string
}

/** Pairs each with at most one of the others, at most so many days apart; the nearest first, then in their order. */
export function pairNearest<A extends Dated, B extends Dated>(
  wanted: readonly A[],
  others: readonly B[],
  maxDays: number,
): [A, B][] {
  const free = Map.groupBy(others.toReversed(), ({ key, date }) => `${key} ${date}`)
  const pairs: [A, B][] = []
  const keys = new Set(others.map(({ key }) => key))
  let rest = wanted.filter(({ key }) => keys.has(key))
  for (let days = 0; days <= maxDays; days += 1) {
    rest = rest.filter((one) => {
      const other = [days, -days]
        .map((shift) => free.get(`${one.key} ${addDays(one.date, shift)}`))
        .find((found) => found?.length)
        ?.pop()
      if (other) pairs.push([one, other])
      return !other
    })
  }
  return pairs
}
