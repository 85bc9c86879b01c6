import { type DataKind, bankStatementText, maxDataRows } from '../rules.ts'
import { isBankStatement } from './bank-statement.ts'
import type { Choices, DataFile, Facts, ReadRow } from './data-file.ts'
import { findColumns } from './find-columns.ts'
import { withLineAmounts } from './line-amounts.ts'
import { isEmptyRow, readCells, tooManyRows } from './read-cells.ts'
import { readClients } from './read-clients.ts'
import { readExpenses } from './read-expenses.ts'
import { readInvoices } from './read-invoices.ts'
import { readValues } from './read-values.ts'
import type { FileRow, ReadContext } from './row-reader.ts'
import { UnreadableDataFile } from './unreadable-data-file.ts'

const readers: Record<DataKind, (rows: FileRow[], context: ReadContext) => ReadRow[]> = {
  clients: readClients,
  invoices: readInvoices,
  expenses: readExpenses,
}

/** Reads a file with clients, invoices or expenses, and says for each row what it becomes or what is wrong. */
export function readDataFile(bytes: Uint8Array, choices: Choices, facts: Facts): DataFile {
  const cells = readCells(bytes).map((row) => row.map(cleanCell))
  const { source, kind, headerIndex, columns: found, missing } = findColumns(cells, choices)
  const isUnknown = source === 'other' && choices.columns === undefined
  if (isUnknown && isBankStatement(cells, facts)) throw new UnreadableDataFile(bankStatementText)
  const header = (cells[headerIndex] ?? []).map((text) => text.trim())
  const all = cells
    .map((row, index) => ({ number: index + 1, cells: row }))
    .slice(headerIndex + 1)
    .filter((row) => !isEmptyRow(row.cells))
  if (all.length > maxDataRows) throw tooManyRows(all.length)
  const rows = all.filter((row) => !isBeside(row.cells, found))
  const sample = rows.slice(0, 5).map((row) => row.cells)
  const file = { source, kind, header, sample, missing }
  if (missing.length > 0) return { ...file, columns: found, questions: [], rows: [] }
  const values = readValues(
    rows.map((row) => row.cells),
    found,
    choices,
    facts,
  )
  const columns =
    isUnknown && kind === 'invoices' ? withLineAmounts(header, rows, { columns: found, values }) : found
  const read = readers[kind](rows, { kind, columns, values, facts })
  const beside = all.filter((row) => isBeside(row.cells, found)).map(leaveOut)
  return {
    ...file,
    columns,
    questions: values.questions,
    rows: [...read, ...beside].toSorted((one, other) => one.rowNumber - other.rowNumber),
  }
}

function leaveOut({ number, cells }: FileRow): ReadRow {
  const text = 'This row has no data. It is a title, a note or a sum.'
  const problems = [{ row: number, column: '', text }]
  return { rowNumber: number, state: 'left_out', cells: [cells], problems, record: null }
}

/** Postgres stores neither of the first two. The mark is that of our own files, which no spreadsheet runs as a formula. */
function cleanCell(text: string): string {
  return text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/^'(?=[=+\-@])/, '')
}

/** Rows of a report that have a title or a sum but no data. */
function isBeside(row: string[], columns: DataFile['columns']): boolean {
  const used = Object.values(columns).filter((at) => (row[at] ?? '').trim() !== '')
  const filled = row.filter((cell) => cell.trim() !== '').length
  return (
    used.length === 0 ||
    (filled <= 2 && /^(grand )?total\b/i.test(row.find((cell) => cell.trim() !== '')?.trim() ?? ''))
  )
}
