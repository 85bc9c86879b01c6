import { isCurrency } from '../../../../shared/currencies.ts'
import type { Section, TableRow } from './find-sections.ts'
import type { Line } from './table-amounts.ts'
import type { DateCell } from './table-dates.ts'
import { type Label, labelOf, type Role } from './table-labels.ts'
import { numberCell } from './table-numbers.ts'
import { isPlainSide, sideOf } from './table-phrases.ts'

/** A column: what its label says, and what its cells are. */
export interface Column {
  index: number
  label: Label | null
  header: string
  filled: number
  dates: number
  numbers: number
  /** Numbers with decimals, a sign or a currency: amounts, unlike identifications. */
  amountLike: number
  negatives: number
  sides: number
  /** Its cells are both sides, or words that mean nothing else. */
  isMarked: boolean
  currencies: number
  /** Cells that look like the number of an account. */
  accounts: number
  /** Cells with letters. */
  texts: number
  /** No cell has more than two letters or digits. */
  isBlank: boolean
  /** How many different values there are; counted up to 200. */
  distinct: number
}

const distinctLimit = 200
const accountNumber = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{11,36}|[\d-]{8,26})$/

interface Value {
  account: number
  side: number
  currency: number
  isBlank: boolean
}

/** What one of the first different values of a column may be. */
const valueOf = (cell: string, isLabelled: boolean): Value => ({
  account: accountNumber.test(cell) ? 1 : 0,
  side: cell.length <= 24 && sideOf(cell) ? 1 : 0,
  // Words such as All and Mad are codes only where the column says so.
  currency: cell.length === 3 && isCurrency(isLabelled ? cell.toUpperCase() : cell) ? 1 : 0,
  isBlank: !/(?:[\p{L}\p{N}].*){3}/u.test(cell),
})

const areSides = (cells: string[]) => cells.every(isPlainSide) || new Set(cells.map(sideOf)).size > 1

export function profileColumns(section: Section, readDate: (text: string) => DateCell | null): Column[] {
  const rows = section.rows.filter((row) => row.isData)
  const width = rows.reduce((widest, row) => Math.max(widest, row.cells.length), section.header?.length ?? 0)
  return Array.from({ length: width }, (_, index) => {
    const header = section.header?.[index] ?? ''
    const column: Column = {
      index,
      label: labelOf(header),
      header,
      filled: 0,
      dates: 0,
      numbers: 0,
      amountLike: 0,
      negatives: 0,
      sides: 0,
      isMarked: false,
      currencies: 0,
      accounts: 0,
      texts: 0,
      isBlank: true,
      distinct: 0,
    }
    const values = new Map<string, Value>()
    const isCurrencyLabel = hasRole(column, 'currency')
    for (const { cells } of rows) {
      const cell = cells[index] ?? ''
      if (cell === '') continue
      column.filled += 1
      let value = values.get(cell)
      if (value === undefined && values.size < distinctLimit)
        values.set(cell, (value = valueOf(cell, isCurrencyLabel)))
      if (value) {
        column.accounts += value.account
        column.sides += value.side
        column.currencies += value.currency
        column.isBlank &&= value.isBlank
      }
      if (readDate(cell)) {
        column.dates += 1
        continue
      }
      const number = numberCell(cell)
      if (number) {
        column.numbers += 1
        if (number.sign === -1 || number.side === 'D') column.negatives += 1
        if (number.sign !== 0 || number.hasSymbol || number.side || /[.,]\d{1,3}\D*$/.test(cell))
          column.amountLike += 1
        continue
      }
      if (/\p{L}/u.test(cell)) column.texts += 1
    }
    column.distinct = values.size
    column.isMarked = isSideColumn(column) && areSides([...values.keys()])
    return column
  })
}

export const isDateColumn = (column: Column) => column.filled > 0 && column.dates >= column.filled * 0.8
export const isNumberColumn = (column: Column) =>
  column.filled > 0 && column.numbers >= column.filled * 0.9 && !isDateColumn(column)
export const isCurrencyColumn = (column: Column) =>
  column.filled > 0 && column.currencies >= column.filled * 0.95
export const isSideColumn = (column: Column) => column.filled > 0 && column.sides === column.filled

export const hasRole = (column: Column, ...roles: Role[]) =>
  column.label !== null && roles.includes(column.label.role)

/** Numbers or names of cards, not money that was paid with cards. */
export const isCardColumn = (column: Column) => hasRole(column, 'card') && column.amountLike === 0

/** Value dates are the last choice; the date of booking is the first. */
const dateRank: Partial<Record<Role, number>> = { bookingDate: 4, date: 3, valueDate: 1, otherDate: 0 }

/** The column with the date of booking. Rows that are not booked have none. */
export function findDateColumn(columns: Column[], booked: readonly TableRow[]): Column | null {
  const isFull = ({ index }: Column) =>
    booked.filter(({ cells }) => (cells[index] ?? '') !== '').length >= booked.length * 0.9
  const rankOf = (column: Column) => {
    const rank = column.label ? (dateRank[column.label.role] ?? 2) : 2
    return rank + (isFull(column) ? 5 : 0) + (column.label?.isWhole ? 0.5 : 0)
  }
  const dates = columns.filter((column) => column.dates > 0 && column.dates >= column.filled * 0.5)
  return dates.toSorted((a, b) => rankOf(b) - rankOf(a) || a.index - b.index)[0] ?? null
}

/** The column with the currency of the amounts. */
export function findCurrencyColumn(columns: Column[], amountIndex: number, rowCount: number): Column | null {
  const found = columns.filter(
    (column) =>
      isCurrencyColumn(column) &&
      // Where only some rows have one, it is that of a purchase abroad.
      column.filled >= rowCount * 0.9 &&
      !hasRole(column, 'otherCurrency', 'description', 'type', 'counterparty'),
  )
  const distance = (column: Column) => Math.abs(column.index - amountIndex - 0.5)
  return (
    found.toSorted(
      (a, b) =>
        Number(b.label?.isWhole ?? false) - Number(a.label?.isWhole ?? false) || distance(a) - distance(b),
    )[0] ?? null
  )
}

/** The column with the owner's own account, where the file has one. */
export function findAccountColumn(columns: Column[], lines: readonly Line[]): Column | null {
  const rowCount = lines.length
  const isLabelled = columns.some(({ label }) => label !== null)
  const found = columns.filter(
    (column) =>
      (isLabelled ? hasRole(column, 'account') : column.accounts === column.filled && column.distinct <= 3) &&
      column.filled >= rowCount * 0.99 &&
      column.distinct <= Math.max(2, Math.min(50, rowCount / 2)) &&
      !column.isBlank &&
      !isDateColumn(column) &&
      !isOfOtherSide(column, columns, lines),
  )
  const isNumbered = (column: Column) =>
    Number(!/name|product|produkt|bezeichnung|label|libelle/i.test(column.header))
  return found.toSorted((a, b) => isNumbered(b) - isNumbered(a) || a.index - b.index)[0] ?? null
}

const isParty = (column: Column | undefined) =>
  column !== undefined && hasRole(column, 'counterparty', 'payer', 'payee')

const bankCode = /\b(bic|swift|blz|bankleitzahl|sort code|routing|bank code|kod banky)\b/i

/**
 * Whether the accounts are those of the counterparties: each has its own, or the column stands beside their names or the
 * codes of their banks.
 */
function isOfOtherSide(column: Column, columns: Column[], lines: readonly Line[]): boolean {
  const isAccount = (each: Column) => each.accounts > 0 && !bankCode.test(each.header)
  if (columns.some((each) => hasRole(each, 'otherAccount') && isAccount(each))) return false
  const isSingle = column.distinct === 1
  const beside = columns[column.index + 1]
  if (!isSingle && beside && bankCode.test(beside.header) && beside.distinct > 1) return true
  if (column.accounts > 0 && isParty(columns[column.index - 1]) && (!isSingle || lines.length < 3))
    return true
  const party = columns.find((each) => isParty(each) && each.filled >= lines.length * 0.9)
  if (!party || isSingle) return false
  const names = new Map<string, string>()
  for (const { cells } of lines) {
    const [own = '', name = ''] = [cells[column.index], cells[party.index]]
    if ((names.get(own) ?? name) !== name) return false
    names.set(own, name)
  }
  return new Set(names.values()).size === names.size
}
