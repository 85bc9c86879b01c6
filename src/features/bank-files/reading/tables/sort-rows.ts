import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import type { Section, TableRow } from './find-sections.ts'
import type { Line } from './table-amounts.ts'
import { type Column, hasRole, isDateColumn, isNumberColumn } from './table-columns.ts'
import type { DateCell } from './table-dates.ts'
import { type NumberCell, numberCell, unitsOf } from './table-numbers.ts'
import { isNotBooked, type RowKind, rowKindOf } from './table-phrases.ts'

const brokenDate = /^\d{1,2}([./-])\d{1,2}\1(\d{4}|\d{2})$|^\d{4}([./-])\d{1,2}\3\d{1,2}$/

export interface DatedLine extends Line {
  date: DateCell
  /** Texts of rows below it that belong to it. */
  more?: string[]
  /** The row has no date; it is that of the row above. */
  isUndated?: boolean
}

export interface SortedRows {
  lines: DatedLine[]
  opening: NumberCell | null
  closing: NumberCell | null
  /** Rows that are neither bookings nor balances. */
  notes: string[][]
  /** Dates of rows that are no bookings. */
  dates: DateCell[]
}

/** Columns that may say that a row is not booked. */
const stateColumns = (columns: Column[]): number[] =>
  columns
    .filter(
      (column) =>
        hasRole(column, 'status', 'type', 'ignored') ||
        /impact/i.test(column.header) ||
        (column.label === null && column.header !== '' && column.distinct <= 8),
    )
    .map(({ index }) => index)

/** The rows that no status leaves out. */
export function bookedRows(section: Section, columns: Column[]): TableRow[] {
  const states = stateColumns(columns)
  return section.rows.filter(
    ({ isData, cells }) => isData && !states.some((at) => isNotBooked(cells[at] ?? '')),
  )
}

/** Separates bookings from balances, totals, pending rows and remarks. */
export function sortRows(
  section: Section,
  columns: Column[],
  dateColumn: number,
  readDate: (text: string) => DateCell | null,
): SortedRows {
  const sorted: SortedRows = { lines: [], opening: null, closing: null, notes: [], dates: [] }
  const texts = columns
    .filter((column) => column.texts > 0 && !isDateColumn(column))
    .map(({ index }) => index)
  const states = stateColumns(columns)
  const kinds = new Map<string, RowKind | null>()
  const kindOf = (text: string) => {
    let kind = kinds.get(text)
    if (kind === undefined) {
      kind = rowKindOf(text)
      if (kinds.size < 1000) kinds.set(text, kind)
    }
    return kind
  }
  const amounts = columns.filter(
    (column) => isNumberColumn(column) && !hasRole(column, 'reference', 'bankId', 'type', 'balance'),
  )
  const isUndatedBooking = ({ cells }: TableRow) =>
    cells[dateColumn] === '' &&
    amounts.some(({ index }) => numberCell(cells[index] ?? '')) &&
    texts.some((at) => (cells[at] ?? '') !== '') &&
    !texts.some((at) => kindOf(cells[at] ?? '')) &&
    !states.some((at) => isNotBooked(cells[at] ?? ''))
  const lastData = section.rows.findLastIndex((row) => row.isData)
  for (const [index, row] of section.rows.entries()) {
    const date = readDate(row.cells[dateColumn] ?? '')
    const kind = texts
      .map((at) => kindOf(row.cells[at] ?? ''))
      .find((found) => found !== null && found !== 'total')
    if (date === null) {
      if (row.cells.length > 1 && brokenDate.test(row.cells[dateColumn] ?? ''))
        throw new UnreadableBankFile(
          `Row ${row.number} has a date that does not exist: “${row.cells[dateColumn]}”.`,
        )
      const line = sorted.lines.at(-1)
      if (line && index < lastData && isUndatedBooking(row)) {
        sorted.lines.push({ cells: row.cells, row: row.number, date: line.date, isUndated: true })
        continue
      }
      sorted.notes.push(row.cells)
      if (line && index < lastData) addContinuation(line, row, texts)
    } else if (kind) {
      sorted.dates.push(date)
      const value = balanceIn(row, columns)
      if (kind === 'opening') sorted.opening ??= value
      // The last one counts, for a balance after each day.
      else if (kind === 'closing') sorted.closing = value ?? sorted.closing
    } else if (states.some((at) => isNotBooked(row.cells[at] ?? ''))) sorted.dates.push(date)
    else sorted.lines.push({ cells: row.cells, row: row.number, date })
  }
  dropTotal(sorted.lines, columns, texts)
  if (!section.header) takeAccountLine(sorted)
  return sorted
}

/** A total at the end may have a date. It is one if it says so and is the sum of a column. */
function dropTotal(lines: DatedLine[], columns: Column[], texts: number[]): void {
  const last = lines.at(-1)
  if (!last || lines.length < 3 || !texts.some((at) => rowKindOf(last.cells[at] ?? '') === 'total')) return
  const isSum = columns.filter(isNumberColumn).some(({ index }) =>
    ([',', '.'] as const).some((decimals) => {
      const cells = lines.map((line) => numberCell(line.cells[index] ?? ''))
      const values = cells.map((cell) =>
        cell ? (cell.sign === -1 ? -unitsOf(cell, decimals) : unitsOf(cell, decimals)) : 0n,
      )
      const total = values.pop() ?? 0n
      return total !== 0n && values.reduce((sum, value) => sum + value, 0n) === total
    }),
  )
  if (isSum) lines.pop()
}

const filledCells = ({ cells }: DatedLine) => cells.filter((cell) => cell !== '')
const accountNumber = /^\d[\d ]{7,}[A-Z]?$/

/** The last line of some tables has the account and its balance, in the columns of the bookings. */
function takeAccountLine(sorted: SortedRows): void {
  const last = sorted.lines.at(-1)
  if (!last || sorted.lines.length < 4) return
  const own = filledCells(last)
  const number = own.map(numberCell).find((cell) => cell !== null)
  const isBare = sorted.lines.slice(0, -1).every((line) => filledCells(line).length > own.length + 1)
  if (!number || own.length !== 3 || !isBare || !own.some((cell) => accountNumber.test(cell))) return
  sorted.lines.pop()
  sorted.closing ??= number
}

function addContinuation(line: DatedLine, row: TableRow, texts: number[]): void {
  const filled = row.cells.filter((cell) => cell !== '')
  if (filled.length === 0 || filled.length > 2) return
  const own = texts.map((at) => row.cells[at] ?? '').filter((cell) => cell !== '')
  if (own.length === filled.length && !own.some((cell) => numberCell(cell) || rowKindOf(cell)))
    line.more = [...(line.more ?? []), ...own]
}

/** The amount of a row that is a balance. */
function balanceIn(row: TableRow, columns: Column[]): NumberCell | null {
  const numberAt = (column: Column) => numberCell(row.cells[column.index] ?? '')
  const found = [
    ...columns.filter((column) => hasRole(column, 'balance')),
    ...columns.filter((column) => hasRole(column, 'amount', 'credit', 'debit')),
    ...columns.filter((column) => column.amountLike > 0).toReversed(),
    ...columns.toReversed(),
  ]
  return found.map(numberAt).find((number) => number !== null) ?? null
}
