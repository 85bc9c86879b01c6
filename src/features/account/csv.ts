/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\u{feff}'

const cents = '_cents'

export interface CsvTable {
  columns: readonly string[]
  /** The columns that are stored in thousandths: 1500 is written as 1.5. */
  thousandths?: readonly string[]
}

/** The type of a value in a JSON row. */
type Value = string | number | boolean | null | object

/** Renames columns of cents to columns of amounts: total_cents 12550 becomes total 125.50. */
export function csvHeader({ columns }: CsvTable): string {
  return csvLine(columns.map((column) => (isMoney(column) ? column.slice(0, -cents.length) : column)))
}

export function csvRow(
  { columns, thousandths = [] }: CsvTable,
  row: Readonly<Record<string, Value>>,
): string {
  return csvLine(
    columns.map((column) => {
      const value = row[column] ?? null
      if (typeof value !== 'number') return cell(value)
      if (isMoney(column)) return decimal(value, 2)
      return thousandths.includes(column) ? decimal(value, 3).replace(/\.?0+$/, '') : String(value)
    }),
  )
}

function isMoney(column: string): boolean {
  return column.endsWith(cents)
}

function cell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return escapeFormulas(value)
  return typeof value === 'object' ? escapeFormulas(JSON.stringify(value)) : String(value)
}

/**
 * Spreadsheets run a cell that starts with one of these as a formula, even after quotes and spaces. Many
 * expect a semicolon or tab as the separator and then read our quotes as text, so that a new cell starts at
 * every semicolon, tab or line break.
 */
const formula = /(?<=(?:^|[;\t\r\n])["\s]*)[=+\-@＝＋－＠]/g

function escapeFormulas(text: string): string {
  return text.replaceAll(formula, "'$&").replace(/^(?=[\t\r\n])/, "'")
}

function decimal(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}
