import type { PageArea } from '../../../platform/db/tables/receipts.ts'
import type { Layout } from './lay-out.ts'
import { type DateOrder, rankDates } from './rank-dates.ts'
import type { Found } from './reading.ts'

/** A date below this is left to the owner. */
export const dateThreshold = 0.8

export function chooseDate(
  layout: Layout,
  order: DateOrder,
  today: string,
  areaOf: (row: number, cell: number) => PageArea,
): Found<string> | null {
  const [best, second] = rankDates(layout, order, today)
  // Which number is the month cannot be told.
  if (!best || best.other !== undefined) return null
  const cell = layout.rows[best.row]!.cells[best.cell]!
  const margin = Math.min(3, best.score - (second?.score ?? -1))
  const agreement = cell.isConfirmed === true ? 1 : cell.isConfirmed === false ? -1.6 : 0
  const sum = -0.6 + 0.9 * margin + 0.5 * best.score - 3 * (1 - best.confidence) + agreement
  const confidence = Math.min(0.99, 1 / (1 + Math.exp(-sum)))
  return confidence < dateThreshold
    ? null
    : { value: best.value, confidence, area: areaOf(best.row, best.cell) }
}
