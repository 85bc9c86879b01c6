import { type DataKind, maxDataRows } from '../rules.ts'
import type { Choices, DataFile, Facts, ReadRow } from './data-file.ts'
import { findColumns } from './find-columns.ts'
import { isEmptyRow, readCells, tooManyRows } from './read-cells.ts'
import { readClients } from './read-clients.ts'
import { readExpenses } from './read-expenses.ts'
import { readInvoices } from './read-invoices.ts'
import { readValues } from './read-values.ts'
import type { FileRow, ReadContext } from './row-reader.ts'

const readers: Record<DataKind, (rows: FileRow[], context: ReadContext) => ReadRow[]> = {
  clients: readClients,
  invoices: readInvoices,
  expenses: readExpenses,
}

/** Reads a file with clients, invoices or expenses, and says for each row what it becomes or what is wrong. */
export function readDataFile(bytes: Uint8Array, choices: Choices, facts: Facts): DataFile {
  const cells = readCells(bytes).map((row) => row.map(cleanCell))
  const { source, kind, headerIndex, columns, missing } = findColumns(cells, choices)
  const header = (cells[headerIndex] ?? []).map((text) => text.trim())
  const rows = cells
    .map((row, index) => ({ number: index + 1, cells: row }))
    .slice(headerIndex + 1)
    .filter((row) => !isBeside(row.cells, columns))
  if (rows.length > maxDataRows) throw tooManyRows(rows.length)
  const sample = rows.slice(0, 5).map((row) => row.cells)
  const file = { source, kind, header, sample, columns, missing }
  if (missing.length > 0) return { ...file, questions: [], rows: [] }
  const values = readValues(
    rows.map((row) => row.cells),
    columns,
    choices,
    facts,
  )
  return { ...file, questions: values.questions, rows: readers[kind](rows, { kind, columns, values, facts }) }
}

/** Postgres stores neither of the first two. The mark is that of our own files, which no spreadsheet runs as a formula. */
function cleanCell(text: string): string {
  return text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/^'(?=[=+\-@])/, '')
}

/** Empty rows, and those of a report that have a title or a sum but no data. */
function isBeside(row: string[], columns: DataFile['columns']): boolean {
  if (isEmptyRow(row)) return true
  const used = Object.values(columns).filter((at) => (row[at] ?? '').trim() !== '')
  const filled = row.filter((cell) => cell.trim() !== '').length
  return (
    used.length === 0 ||
    (filled <= 2 && /^(grand )?total\b/i.test(row.find((cell) => cell.trim() !== '')?.trim() ?? ''))
  )
}
