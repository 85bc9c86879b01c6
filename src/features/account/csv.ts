/** Says to spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\u{feff}'

const cents = '_cents'

export interface CsvTable {
  columns: readonly string[]
  /** Of those, the ones that are in thousandths: 1500 is written as 1.5. */
  thousandths?: readonly string[]
}

/** What a row of JSON can hold. */
type Value = string | number | boolean | null | object

/** A column of cents becomes one of amounts: total_cents is 12550, total is 125.50. */
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
  if (typeof value === 'string') return harmless(value)
  return typeof value === 'object' ? harmless(JSON.stringify(value)) : String(value)
}

/**
 * Spreadsheets run a cell that begins like this as a formula, also behind quotes and spaces. Many expect ; or a tab between
 * cells and then take the quotes around ours for text, so that a cell of theirs begins at every ; tab or line break.
 */
const formula = /(?<=(?:^|[;\t\r\n])["\s]*)[=+\-@＝＋－＠]/g

function harmless(text: string): string {
  return text.replaceAll(formula, "'$&").replace(/^(?=[\t\r\n])/, "'")
}

function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}
