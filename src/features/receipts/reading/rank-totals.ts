import type { LabelledAmount } from './label-amounts.ts'
import type { Label } from './label-of.ts'

/** A value that may be the total, with what speaks for it. */
export interface TotalCandidate {
  thousandths: number
  score: number
  /** The place to show: the occurrence with the best label. */
  best: LabelledAmount
  /** How many sums say the same. */
  proofs: number
  reasons: string[]
}

// How much a label speaks for an amount beside it, on the scale of a logistic function.
const byLabel: Record<Label, number> = {
  grandTotal: 3,
  total: 2.2,
  card: 1,
  cash: 0.4,
  subtotal: -0.4,
  none: -1.5,
  service: -2,
  tip: -2.5,
  saving: -2.5,
  tax: -2.5,
  count: -3,
  change: -3,
  rounding: -4,
  heading: -2,
}

// Some print what was paid with a minus.
const isPaid = ({ label }: LabelledAmount) => label === 'cash' || label === 'card'
const signed = ({ thousandths, isNegative }: LabelledAmount) => (isNegative ? -thousandths : thousandths)

/** All values that may be the total, the likeliest first. */
export function rankTotals(amounts: readonly LabelledAmount[], height: number): TotalCandidate[] {
  const money = amounts.filter(
    (amount) => !amount.isPercent && (!amount.isNegative || isPaid(amount)) && amount.thousandths > 0,
  )
  const sums = sumsOf(amounts)
  const lastRow = Math.max(0, ...amounts.map(({ row }) => row))
  const changeRow = amounts.find(({ label }) => label === 'change')?.row
  const values = [...new Set(money.map(({ thousandths }) => thousandths))]
  const largest = Math.max(
    ...money
      .filter(({ label }) => label !== 'cash' && label !== 'count')
      .map(({ thousandths }) => thousandths),
  )
  const totals = money.filter(
    ({ label, isInTaxTable }) => (label === 'total' || label === 'grandTotal') && !isInTaxTable,
  )
  const largestTotal = Math.max(0, ...totals.map(({ thousandths }) => thousandths))

  const worth = (amount: LabelledAmount) => {
    let value = amount.isInTaxTable ? Math.min(byLabel[amount.label], -1.5) : byLabel[amount.label]
    if (amount.height > height * 1.35) value += 0.6
    if (changeRow !== undefined && amount.row > changeRow + 1) value -= 0.8
    value += 0.3 * (amount.row / Math.max(1, lastRow))
    if (amount.isMended) value -= 0.5
    return value
  }

  return values
    .map((thousandths): TotalCandidate => {
      const occurrences = money.filter((amount) => amount.thousandths === thousandths)
      const reasons: string[] = []
      const best = occurrences.toSorted((a, b) => worth(b) - worth(a))[0]!
      let score = worth(best)
      reasons.push(best.label)
      const add = (points: number, reason: string) => {
        score += points
        reasons.push(reason)
      }
      const labels = new Set(
        occurrences.filter(({ isInTaxTable }) => !isInTaxTable).map(({ label }) => label),
      )
      if (labels.has('grandTotal') && labels.has('total')) add(0.4, 'two totals')
      if (occurrences.length > 1 && best.label !== 'none')
        add(Math.min(3, occurrences.length - 1) * 0.25, 'repeated')
      if (best.label !== 'card' && labels.has('card')) add(1, 'paid by card')
      if (best.label !== 'cash' && labels.has('cash')) add(0.5, 'paid in cash')
      const isSettled = sums.paid.has(thousandths) || sums.rounded.has(thousandths)
      if (sums.paid.has(thousandths)) add(3, 'cash less change')
      if (sums.rounded.has(thousandths)) add(1.8, 'rounded')
      if (sums.withTax.has(thousandths)) add(1.6, 'subtotal and tax')
      if (thousandths === sums.items) add(0.8, 'sum of items')
      if (thousandths === largest) add(0.7, 'largest')
      if (largestTotal > thousandths && !isSettled) add(-0.8, 'a larger total')
      const proofs =
        Number(sums.paid.has(thousandths)) +
        Number(sums.rounded.has(thousandths) || sums.withTax.has(thousandths)) +
        Number(thousandths === sums.items)
      return { thousandths, score, best, proofs, reasons }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** What the amounts add up to. */
function sumsOf(amounts: readonly LabelledAmount[]) {
  const of = (...labels: Label[]) =>
    amounts.filter(
      ({ label, isPercent, isInTaxTable }) => labels.includes(label) && !isPercent && !isInTaxTable,
    )
  const paid = new Set<number>()
  for (const cash of of('cash', 'card', 'none', 'total')) {
    for (const change of of('change')) {
      if (
        change.thousandths > 0 &&
        cash.thousandths > change.thousandths &&
        cash.row < change.row &&
        change.row - cash.row <= 4
      )
        paid.add(cash.thousandths - change.thousandths)
    }
  }
  const withTax = new Set<number>()
  const taxes = of('tax')
    .map(signed)
    .filter((value) => value > 0)
  const extras = of('service', 'tip').map(signed)
  const roundings = [0, ...of('rounding').flatMap((amount) => [amount.thousandths, -amount.thousandths])]
  const savings = [0, ...of('saving').map(({ thousandths }) => -thousandths)]
  const added = sumsOfPairs([0, ...subsetSums(taxes)], [0, ...subsetSums(extras)]).filter((sum) => sum !== 0)
  const changes = sumsOfPairs(sumsOfPairs(added, roundings), savings)
  for (const { thousandths } of of('subtotal', 'total', 'grandTotal', 'none')) {
    for (const change of changes) withTax.add(thousandths + change)
  }
  // What is rounded is the largest total so far.
  const rounded = new Set<number>()
  for (const total of of('subtotal', 'total', 'grandTotal')) {
    for (const rounding of of('rounding')) {
      if (rounding.thousandths === 0 || rounding.thousandths > 1000 || total.row > rounding.row) continue
      for (const sign of rounding.isNegative ? [-1] : [1, -1])
        rounded.add(total.thousandths + sign * rounding.thousandths)
    }
  }
  return { paid, withTax, rounded, items: sumOfItems(amounts) }
}

function sumsOfPairs(some: readonly number[], others: readonly number[]): number[] {
  return some.flatMap((one) => others.map((other) => one + other))
}

function subsetSums(values: readonly number[]): number[] {
  let sums = [0]
  for (const value of values.slice(0, 5)) sums = [...sums, ...sums.map((sum) => sum + value)]
  return [...new Set(sums)].filter((sum) => sum !== 0)
}

/** The last amount of each row above the first total. */
function sumOfItems(amounts: readonly LabelledAmount[]): number {
  const end = amounts.find(
    ({ label }) => label === 'subtotal' || label === 'total' || label === 'grandTotal',
  )?.row
  if (end === undefined) return 0
  const lastOfRow = new Map<number, LabelledAmount>()
  for (const amount of amounts)
    if (amount.row < end && amount.label === 'none' && !amount.isPercent) lastOfRow.set(amount.row, amount)
  return [...lastOfRow.values()].reduce(
    (sum, { thousandths, isNegative }) => sum + (isNegative ? -thousandths : thousandths),
    0,
  )
}
