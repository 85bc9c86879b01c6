import { isCurrency } from '../../../../shared/currencies.ts'
import type { Plan } from './table-amounts.ts'
import type { Column } from './table-columns.ts'
import type { NumberCell } from './table-numbers.ts'

export const amountColumns = ({ amount }: Plan): number[] =>
  typeof amount === 'object' ? [amount.in, amount.out] : [amount]

const symbols: [RegExp, string][] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₹/, 'INR'],
  [/円/, 'JPY'],
  [/R\$/, 'BRL'],
  [/\beuro(s|a)?\b/i, 'EUR'],
]

/** The currency that a label names, as in "Amount (EUR)". */
export function currencyInLabel(label: string): string | null {
  for (const code of label.match(/\b[A-Z]{3}\b/g) ?? []) if (isCurrency(code)) return code
  return symbols.find(([symbol]) => symbol.test(label))?.[1] ?? null
}

/** The currency that the labels of the amounts name. */
export function currencyOfHeader(plan: Plan, columns: Column[]): string | null {
  for (const index of amountColumns(plan)) {
    const code = currencyInLabel(columns[index]?.header ?? '')
    if (code) return code
  }
  return null
}

/** The one currency that is written at the amounts. */
export function currencyInCells(cells: (NumberCell | null)[]): string | null {
  const found = new Set<string>()
  for (const cell of cells) if (cell?.currency) found.add(cell.currency)
  const [first] = found
  return found.size === 1 && first !== undefined ? first : null
}
