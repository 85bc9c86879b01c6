import type { PageArea } from '../../../platform/db/tables/receipts.ts'

/** A value that the reader is sure enough of, how sure from 0 to 1, and where it was read. */
export interface Found<Value> {
  value: Value
  confidence: number
  area: PageArea | null
}

/** What was read from a receipt. Null where the reader found nothing or is not sure enough. */
export interface ReceiptReading {
  merchant: Found<string> | null
  /** As in 2026-01-31. */
  date: Found<string> | null
  /** A decimal number with the decimals of its currency, as in 27.55. */
  total: Found<string> | null
  tax: Found<string> | null
  /** Three letters. */
  currency: Found<string> | null
  cardLast4: Found<string> | null
  items: { description: string; amount: string }[]
  /** All lines, in reading order. */
  text: string
}
