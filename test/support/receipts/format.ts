import type { Locale } from 'date-fns'
import type { Rate } from './receipt.ts'
import type { TaxRules } from './sums.ts'

export interface Vocabulary {
  receipt: string
  date: string
  cashier: string
  subtotal: string
  service?: string
  rounding?: string
  total: readonly string[]
  cash: string
  change: string
  card: string
  amount: string
  off: string
  count: string
  saved: string
  points: string
  tax: string
  /** Heads of a tax table: rate, net, tax, gross. */
  table?: readonly [string, string, string, string]
  thanks: readonly string[]
}

/** How the receipts of a country are written. */
export interface Format {
  currency: string
  decimals: number
  point: string
  group: string
  /** Around totals, with # for the amount. Some countries mark every price, too. */
  mark: string
  marksItems?: true
  tax: TaxRules
  /** How tax is shown: a table, a line for each rate, or one line. */
  taxStyle: 'table' | 'lines' | 'one'
  /** The smallest coin, to which sums paid in cash are rounded. */
  roundTo?: number
  notes: number
  locale?: Locale
  dates: readonly string[]
  words: Vocabulary
}

export const rate = (code: string, percent: number, label: string): Rate => ({ code, percent, label })
export const included = (...rates: Rate[]): TaxRules => ({ rates, isAdded: false })
export const added = (...rates: Rate[]): TaxRules => ({ rates, isAdded: true })

export const withPoint = { decimals: 2, point: '.', group: ',' }
export const withComma = { decimals: 2, point: ',', group: '.' }
export const withSpace = { decimals: 2, point: ',', group: ' ' }
export const dotted = ['dd.MM.yyyy HH:mm', 'dd.MM.yy HH:mm', 'dd.MM.yyyy'] as const
