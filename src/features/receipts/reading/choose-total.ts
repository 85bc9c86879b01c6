import { decimalText } from './decimal-text.ts'
import type { LabelledAmount } from './label-amounts.ts'
import type { Layout } from './lay-out.ts'
import { type TotalCandidate, rankTotals } from './rank-totals.ts'

export interface ChosenTotal {
  value: string
  thousandths: number
  confidence: number
  row: number
  cell: number
}

/** A total below this is left to the owner. */
export const totalThreshold = 0.8

export function chooseTotal(
  amounts: readonly LabelledAmount[],
  layout: Layout,
  decimals: number,
): ChosenTotal | null {
  const ranked = rankTotals(amounts, layout.height)
  const [best, second] = ranked
  if (!best) return null
  const confidence = confidenceOf(totalFeatures(best, second, layout))
  if (confidence < totalThreshold) return null
  const { row, cell } = best.best
  return {
    value: decimalText(best.thousandths, decimals),
    thousandths: best.thousandths,
    confidence,
    row,
    cell,
  }
}

/** What the confidence depends on. */
export function totalFeatures(best: TotalCandidate, second: TotalCandidate | undefined, layout: Layout) {
  const cell = layout.rows[best.best.row]!.cells[best.best.cell]!
  return {
    margin: Math.min(4, best.score - (second?.score ?? -3)),
    score: Math.min(7, best.score),
    doubt: 1 - best.best.confidence,
    isConfirmed: cell.isConfirmed === true ? 1 : 0,
    isDisputed: cell.isConfirmed === false ? 1 : 0,
    proofs: best.proofs,
  }
}

// Fitted to made-up and real receipts.
const weights = {
  constant: -2.2,
  margin: 0.7,
  score: 0.55,
  doubt: -2.5,
  isConfirmed: 0.6,
  isDisputed: -1.5,
  proofs: 0.8,
}

function confidenceOf(features: ReturnType<typeof totalFeatures>): number {
  const sum = Object.entries(features).reduce(
    (all, [name, value]) => all + weights[name as keyof typeof features] * value,
    weights.constant,
  )
  return Math.min(0.99, 1 / (1 + Math.exp(-sum)))
}
