/** A value of a cell, as JSON has it. */
export type CellValue = string | number | boolean | null | object

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\u{feff}'

/** One line of a CSV file. Texts go through `csvCell` first; numbers need not. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}

/** The text of a cell, which no spreadsheet runs as a formula. */
export function csvCell(value: CellValue): string {
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
