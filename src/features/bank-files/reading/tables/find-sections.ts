import type { DateCell } from './table-dates.ts'
import { foldLabel, labelOf, type Role } from './table-labels.ts'
import { numberCell } from './table-numbers.ts'
import { rowKindOf } from './table-phrases.ts'

export interface TableRow {
  cells: string[]
  /** Counted from 1, as the owner sees it in a spreadsheet. */
  number: number
  /** It has a date and an amount. */
  isData: boolean
}

/** One table of the file. Some files have several, one below the other. */
export interface Section {
  header: string[] | null
  /** What is written above the table. */
  above: TableRow[]
  /** From below the header to the end of the table. */
  rows: TableRow[]
}

const dateRoles = new Set<Role>(['bookingDate', 'date', 'valueDate'])
const moneyRoles = new Set<Role>(['amount', 'net', 'debit', 'credit', 'balance'])

const isEmpty = (row: TableRow) => row.cells.every((cell) => cell === '')

export function findSections(cells: string[][], readDate: (text: string) => DateCell | null): Section[] {
  const rows = cells.map((own, index): TableRow => ({
    cells: own,
    number: index + 1,
    isData: isDataRow(own, readDate),
  }))
  const headers: number[] = []
  for (const [index, row] of rows.entries()) {
    if (!row.isData && isHeader(row.cells)) headers.push(index)
  }
  const used = headers.filter((at, n) => {
    const until = headers[n + 1] ?? rows.length
    return rows.slice(at + 1, until).some((row) => row.isData)
  })
  if (used.length === 0) {
    // Rows above the names of the columns are no bookings, even if those below cannot be read.
    const last = headers.at(-1)
    const below = last === undefined ? [] : rows.slice(last + 1)
    return below.some((row) => !isEmpty(row)) ? [] : withoutKnownHeader(rows)
  }
  return used.reduce<Section[]>((sections, at, n) => {
    const from = n === 0 ? 0 : (used[n - 1] ?? 0) + 1
    const until = used[n + 1] ?? rows.length
    const header = rows[at]?.cells ?? []
    const own = rows.slice(at + 1, until)
    const previous = sections.at(-1)
    const between = n === 0 ? rows.slice(from, at) : takeNotes(previous)
    if (previous && between.every(isEmpty) && sameHeader(previous.header, header)) previous.rows.push(...own)
    else sections.push({ header, above: between, rows: own })
    return sections
  }, [])
}

/** Moves what follows the first empty row after the bookings to the next table. */
function takeNotes(section: Section | undefined): TableRow[] {
  if (!section) return []
  const last = section.rows.findLastIndex((row) => row.isData)
  const gap = section.rows.findIndex((row, index) => index > last && isEmpty(row))
  return gap < 0 ? [] : section.rows.splice(gap)
}

const sameHeader = (a: string[] | null, b: string[]) =>
  a !== null && a.map(foldLabel).join('|') === b.map(foldLabel).join('|')

function withoutKnownHeader(rows: TableRow[]): Section[] {
  const first = rows.findIndex((row) => row.isData)
  if (first < 0) return []
  const before = rows.slice(0, first).findLastIndex((row) => !isEmpty(row))
  const above = rows[before]
  const isLabelled = above !== undefined && isUnknownHeader(above.cells, rows[first]?.cells ?? [])
  return [
    {
      header: isLabelled ? above.cells : null,
      above: rows.slice(0, isLabelled ? before : first),
      rows: rows.slice(first),
    },
  ]
}

function isDataRow(cells: string[], readDate: (text: string) => DateCell | null): boolean {
  let dates = 0
  let numbers = 0
  for (const cell of cells) {
    if (cell === '') continue
    if (readDate(cell)) dates += 1
    else if (numbers === 0 && numberCell(cell)) numbers += 1
    if (dates > 0 && numbers > 0) return true
  }
  return false
}

function isHeader(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < 2 || filled.some((cell) => cell.length > 120)) return false
  // A summary has both balances side by side, a table of bookings has not.
  const kinds = new Set(filled.map(rowKindOf))
  if (kinds.has('opening') && kinds.has('closing')) return false
  const roles = filled.map((cell) => (numberCell(cell) ? null : (labelOf(cell)?.role ?? null)))
  if (roles.filter((role) => role !== null).length < filled.length / 3) return false
  return (
    roles.some((role) => role && dateRoles.has(role)) && roles.some((role) => role && moneyRoles.has(role))
  )
}

/** Texts without numbers, one for nearly every column of the row below. */
function isUnknownHeader(cells: string[], below: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return (
    filled.length >= 3 &&
    filled.length >= below.filter((cell) => cell !== '').length - 1 &&
    filled.every((cell) => cell.length < 60 && !/\d{3}/.test(cell) && !numberCell(cell))
  )
}
