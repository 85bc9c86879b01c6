import type { AnyField } from '../rules.ts'
import type { Columns } from './data-file.ts'
import { foldHeader } from './fold-header.ts'
import type { Values } from './read-values.ts'
import type { FileRow } from './row-reader.ts'

/** These say neither whether they are of a line or of an invoice, nor whether tax is in them. */
const vague: [AnyField, readonly string[]][] = [
  ['total', ['amount']],
  ['lineTotal', ['linetotal']],
]

/** A column that is quantity times price on each row has the amounts of the lines, without their tax. */
export function withLineAmounts(
  header: string[],
  rows: FileRow[],
  { columns, values }: { columns: Columns; values: Values },
): Columns {
  if (columns.price === undefined || columns.lineNet !== undefined) return columns
  const read = ({ cells }: FileRow, at: number | undefined) =>
    at === undefined ? null : values.number(cells[at] ?? '')
  for (const [field, labels] of vague) {
    const { [field]: at, ...others } = columns
    if (at === undefined || !labels.includes(foldHeader(header[at] ?? ''))) continue
    const filled = rows.filter((row) => read(row, at) !== null)
    const isProduct = (row: FileRow) => {
      const [amount, price, quantity] = [at, columns.price, columns.quantity].map((n) => read(row, n))
      return Math.abs(Number(amount) - Number(price ?? 0) * Number(quantity ?? 1)) < 0.01
    }
    if (filled.length > 0 && filled.every(isProduct)) return { ...others, lineNet: at }
  }
  return columns
}
