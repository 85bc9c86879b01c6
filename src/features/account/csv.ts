/** Says to spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\u{feff}'

const cents = '_cents'

/** What a row of JSON can hold. */
type Value = string | number | boolean | null | object

/** A column of cents becomes one of amounts: total_cents is 12550, total is 125.50. */
export function csvHeader(columns: readonly string[]): string {
  return csvLine(columns.map((column) => (isMoney(column) ? column.slice(0, -cents.length) : column)))
}

export function csvRow(columns: readonly string[], row: Readonly<Record<string, Value>>): string {
  return csvLine(columns.map((column) => cell(column, row[column] ?? null)))
}

function isMoney(column: string): boolean {
  return column.endsWith(cents)
}

function cell(column: string, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return harmless(value)
  if (typeof value === 'number' && isMoney(column)) return decimal(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Spreadsheets take a text that begins like this for a formula and run it, whoever wrote it. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function decimal(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}
