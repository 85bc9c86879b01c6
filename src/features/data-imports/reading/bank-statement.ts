import { type Role, labelOf } from '../../bank-files/reading/tables/table-labels.ts'
import type { Facts } from './data-file.ts'
import { foldHeader } from './fold-header.ts'
import { readValues } from './read-values.ts'

/** Titles of a statement can stand above its header. */
const rowsToLookAt = 30
const dateRoles: readonly Role[] = ['bookingDate', 'date', 'valueDate', 'otherDate']
/** "Value" can be an amount, too. */
const amountRoles: readonly Role[] = ['amount', 'net', 'valueDate']
const balanceRoles: readonly Role[] = ['balance', 'availableBalance']

interface StatementColumns {
  amounts: number[]
  /** Money out and money in, in a column each. */
  sides: [number, number] | null
  /** Nothing else can be meant by the labels of these two. */
  areClear: boolean
  balance: number | null
}

/** Whether the rows are those of a bank account: with money out and in, or with a balance that runs along. */
export function isBankStatement(rows: string[][], facts: Facts): boolean {
  return rows.slice(0, rowsToLookAt).some((header, index) => {
    const columns = columnsOf(header)
    return columns !== null && areBookings(rows.slice(index + 1), columns, facts)
  })
}

/** Null if the header cannot be that of a statement. */
function columnsOf(header: string[]): StatementColumns | null {
  if (header.map(foldHeader).some((label) => /^invoice|^(payment)?due/.test(label))) return null
  const labels = header.map((text) => labelOf(text.trim()))
  const allOf = (...roles: Role[]) =>
    labels.flatMap((label, at) => (label && roles.includes(label.role) ? [at] : []))
  if (allOf(...dateRoles).length === 0) return null
  const [[debit], [credit], [balance]] = [allOf('debit'), allOf('credit'), allOf(...balanceRoles)]
  const sides: [number, number] | null = debit === undefined || credit === undefined ? null : [debit, credit]
  const areClear = sides !== null && sides.every((at) => labels[at]?.isWhole)
  if (!areClear && balance === undefined) return null
  return { amounts: allOf(...amountRoles), sides, areClear, balance: balance ?? null }
}

function areBookings(
  rows: string[][],
  { amounts, sides, areClear, balance }: StatementColumns,
  facts: Facts,
): boolean {
  const [one = 0, other = one] = [balance, ...amounts, ...(sides ?? [])].filter((at) => at !== null)
  const { number } = readValues(rows, { balance: one, amount: other }, {}, facts)
  const read = (row: string[], at: number) => Math.round(Number(number(row[at] ?? '') ?? 0) * 1000)
  const sidesOf = (row: string[]) => sides?.map((at) => read(row, at)).filter((value) => value !== 0) ?? []
  if (areClear) {
    const filled = rows.map((row) => sidesOf(row).length)
    const countWith = (count: number) => filled.filter((each) => each === count).length
    if (countWith(1) > 10 * countWith(2)) return true
  }
  if (balance === null) return false
  const booked = rows.filter((row) => number(row[balance] ?? '') !== null)
  const runsWith = (changeOf: (row: string[]) => number) =>
    runsAlong(booked.map((row) => ({ balance: read(row, balance), change: changeOf(row) })))
  return amounts.some((at) => runsWith((row) => read(row, at))) || runsWith((row) => sidesOf(row)[0] ?? 0)
}

interface Booking {
  balance: number
  change: number
}

/** Most balances differ from that of the row before or after by the amount. A single row proves nothing. */
function runsAlong(bookings: Booking[]): boolean {
  // Invoices have a balance, too: what is open of their amount.
  if (bookings.every(({ balance, change }) => balance >= 0 && balance <= change)) return false
  return [bookings, bookings.toReversed()].some((inOrder) => {
    const moved = inOrder
      .map(({ balance, change }, index) => ({ change, step: balance - (inOrder[index - 1]?.balance ?? 0) }))
      .slice(1)
      .filter(({ change }) => change !== 0)
    const fits = moved.filter(({ change, step }) => Math.abs(step) === Math.abs(change))
    return moved.length > 0 && fits.length > moved.length * 0.6
  })
}
