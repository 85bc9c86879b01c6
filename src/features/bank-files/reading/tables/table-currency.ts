import { isCurrency } from '../../../../shared/currencies.ts'
import type { Line, Numbers, Plan } from './table-amounts.ts'
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

/** The currency of each line: that of its column, or the one at its amount. Empty where the line names none. */
export function currenciesOf(
  lines: readonly Line[],
  numbers: Numbers,
  plan: Plan,
  column: Column | null,
): string[] {
  if (column) {
    const codes = lines.map(({ cells }) => (cells[column.index] ?? '').toUpperCase())
    const [code, ...others] = new Set(codes.filter((each) => each !== ''))
    return code !== undefined && others.length === 0 ? codes.map(() => code) : codes
  }
  const amounts = amountColumns(plan).map((index) => numbers.cells(index))
  const marks = lines.map((_, index) => {
    const marked = amounts.map((cells) => cells[index]).find((cell) => cell?.hasSymbol)
    // A sign such as $ is that of several currencies, but of none that has a sign of its own.
    return marked ? (marked.currency ?? sharedSign) : ''
  })
  const isMixed = new Set(marks.filter((mark) => mark !== '')).size > 1
  return isMixed ? marks : marks.map(() => '')
}

export const sharedSign = '$'

/** The one currency that is written at the amounts. */
export function currencyInCells(cells: (NumberCell | null)[]): string | null {
  const found = new Set<string>()
  for (const cell of cells) if (cell?.currency) found.add(cell.currency)
  const [first] = found
  return found.size === 1 && first !== undefined ? first : null
}
