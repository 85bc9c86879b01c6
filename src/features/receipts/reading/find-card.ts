import type { PageArea } from '../../../platform/db/tables/receipts.ts'
import type { Layout } from './lay-out.ts'
import type { Found } from './reading.ts'

// Masked digits, then the last four: **** **** **** 1234, XXXXXXXXXXXX1234, ...1234, ending in 1234.
const masked =
  /(?:[*xX#•.]{3,}[\s*xX#•.-]*|(?:ending(?: in)?|endet auf|card\s?(?:no|nr|#)?\.?:?\s*[*xX#]+)\s*)(\d{4})(?!\d)/

/** The last four digits of the card that paid. */
export function findCard(
  { rows }: Layout,
  areaOf: (row: number, cell: number) => PageArea,
): Found<string> | null {
  for (const [row, { cells }] of rows.entries()) {
    for (const [cell, { text, confidence }] of cells.entries()) {
      const digits = masked.exec(text)?.[1]
      if (digits !== undefined && confidence > 0.8)
        return { value: digits, confidence: Math.min(0.99, confidence), area: areaOf(row, cell) }
    }
  }
  return null
}
