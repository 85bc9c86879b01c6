import type { NumberFormat } from '../invoices/numbers/number-rules.ts'

const prefix = 'CN-'

/**
 * How credit notes are numbered: in one sequence of the business, with year and digits as its invoices have them, or
 * CN-0001 where invoices have random numbers.
 */
export function creditNoteFormat(numbering: Pick<NumberFormat, 'withYear' | 'padding'> | null): NumberFormat {
  const { withYear, padding } = numbering ?? { withYear: false, padding: 4 }
  return { prefix, withYear, padding, scope: 'business' }
}
