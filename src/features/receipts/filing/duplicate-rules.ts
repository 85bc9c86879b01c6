import { areAlike } from './merchant-alike-rules.ts'

export interface SeenReceipt {
  merchant: string | null
  text: string
  look: bigint | null
}

/** Pictures of the same paper differ in at most this many of the 64 bits of their look. */
const maxDifferentBits = 10

export function differentBits(a: bigint, b: bigint): number {
  let rest = BigInt.asUintN(64, a ^ b)
  let count = 0
  for (; rest > 0n; rest &= rest - 1n) count += 1
  return count
}

const time = /(?<![\d.,:])([01]?\d|2[0-3])[:.h]([0-5]\d)(?:[:.][0-5]\d)?(?![\d.,])/g
/** Numbers of receipts, orders and tills: five digits or more, with at most one sign between two of them. */
const number = /(?<!\d)\d(?:[-/]?\d){4,}(?!\d)/g

function timesOf(text: string): Set<string> {
  return new Set([...text.matchAll(time)].map(([, hour, minute]) => `${Number(hour)}:${minute}`))
}

const date = /\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/g

function numbersOf(text: string): Set<string> {
  return new Set([...text.replaceAll(date, ' ').matchAll(number)].map(([all]) => all.replaceAll(/[-/]/g, '')))
}

const countShared = (a: Set<string>, b: Set<string>) => [...a].filter((mark) => b.has(mark)).length

/**
 * Whether two receipts with the same date, total and currency are the same one: the merchant is alike, and either the
 * pictures look the same or the texts have the same time and most of the same numbers.
 */
export function isSameReceipt(a: SeenReceipt, b: SeenReceipt): boolean {
  if (a.merchant === null || b.merchant === null || !areAlike(a.merchant, b.merchant)) return false
  const [timesA, timesB] = [timesOf(a.text), timesOf(b.text)]
  const sharedTimes = countShared(timesA, timesB)
  // Two purchases look alike if the till prints the same lines. Their times tell them apart, though opening hours agree.
  if (sharedTimes < timesA.size && sharedTimes < timesB.size) return false
  if (a.look !== null && b.look !== null && differentBits(a.look, b.look) <= maxDifferentBits) return true
  const [numbersA, numbersB] = [numbersOf(a.text), numbersOf(b.text)]
  const isMost = countShared(numbersA, numbersB) * 2 > Math.max(numbersA.size, numbersB.size)
  return sharedTimes > 0 && isMost
}
