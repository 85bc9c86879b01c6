import { daysBetween } from '../../../../shared/dates.ts'
import type { DateOrder } from '../bank-file.ts'
import { type DateCell, dateOrders } from './table-dates.ts'
import type { Decimals } from './table-numbers.ts'

export interface DateEvidence {
  /** The dates of booking, in the order of the file. */
  dates: DateCell[]
  /** Another column of dates in the same rows, such as value dates. */
  others: () => (DateCell | null)[][]
  /** Dates elsewhere in the file, such as those of its period. */
  notes: DateCell[]
  /** Null if it is not known which sign separates them. */
  decimals: Decimals | null
  /** The file speaks of dollars, whose country writes the month first. */
  hasDollars: () => boolean
}

/** The orders in which the dates may be read, the likeliest first. One only, if the file decides. */
export function findDateOrders(evidence: DateEvidence): DateOrder[] {
  const { dates } = evidence
  let orders = dateOrders.filter((order) => dates.every((date) => date[order] !== null))
  if (orders.length === 0) {
    const missing = (order: DateOrder) => dates.filter((date) => date[order] === null).length
    return dateOrders.toSorted((a, b) => missing(a) - missing(b)).slice(0, 1)
  }
  orders = orders.filter(
    (order, index) => !orders.slice(0, index).some((earlier) => isEqual(dates, order, earlier)),
  )
  for (const decide of [
    byDots,
    byNotes,
    byOtherDates,
    bySpan,
    byRowOrder,
    byDecimals,
    byShortYears,
    byDensity,
  ]) {
    if (orders.length > 1) orders = decide(orders, evidence)
  }
  return orders.length > 1 ? byLikelihood(orders, evidence) : orders
}

const isEqual = (dates: DateCell[], a: DateOrder, b: DateOrder) => dates.every((date) => date[a] === date[b])

const without = (orders: DateOrder[], order: DateOrder) =>
  orders.length > 1 ? orders.filter((each) => each !== order) : orders

/** With dots, the day comes before the month. */
const byDots = (orders: DateOrder[], { dates }: DateEvidence) =>
  dates.every(({ separator }) => separator === '.') ? without(orders, 'mdy') : orders

function byNotes(orders: DateOrder[], { notes, dates }: DateEvidence): DateOrder[] {
  const alike = notes.filter(({ separator }) => separator === dates[0]?.separator)
  const possible = orders.filter((order) => alike.every((date) => date[order] !== null))
  return possible.length > 0 ? possible : orders
}

/** Booking and value date lie a few days apart. */
function byOtherDates(orders: DateOrder[], { dates, others }: DateEvidence): DateOrder[] {
  const columns = others()
  const shares = orders.map((order) => {
    let near = 0
    let all = 0
    for (const column of columns) {
      for (const [index, other] of column.entries()) {
        const [a, b] = [dates[index]?.[order], other?.[order] ?? null]
        if (other === null || a === undefined || a === null) continue
        all += 1
        if (b !== null && Math.abs(daysBetween(a, b)) <= 15) near += 1
      }
    }
    return all === 0 ? 1 : near / all
  })
  const best = Math.max(...shares)
  return best >= 0.9 ? orders.filter((_, index) => (shares[index] ?? 0) > best - 0.25) : orders
}

function spanOf(dates: DateCell[], order: DateOrder): number {
  let [first, last] = ['9999', '0000']
  for (const date of dates) {
    const day = date[order] ?? first
    if (day < first) first = day
    if (day > last) last = day
  }
  return daysBetween(first, last)
}

/** Years that are days in truth spread over decades. */
function bySpan(orders: DateOrder[], { dates }: DateEvidence): DateOrder[] {
  const spans = orders.map((order) => spanOf(dates, order))
  const least = Math.min(...spans)
  return orders.filter((_, index) => (spans[index] ?? 0) <= Math.max(1200, least * 5))
}

/** How often the dates go against their direction. */
export function disorderOf(days: readonly string[]): { up: number; down: number } {
  let up = 0
  let down = 0
  for (let index = 1; index < days.length; index++) {
    const [before = '', day = ''] = [days[index - 1], days[index]]
    if (day > before) up += 1
    else if (day < before) down += 1
  }
  return { up, down }
}

/** Tables are sorted by date. */
function byRowOrder(orders: DateOrder[], { dates }: DateEvidence): DateOrder[] {
  const breaks = orders.map((order) => {
    const { up, down } = disorderOf(dates.map((date) => date[order] ?? ''))
    return Math.min(up, down)
  })
  const least = Math.min(...breaks)
  return orders.filter((_, index) => (breaks[index] ?? 0) <= least * 4)
}

/** Where a comma separates decimals, the month is never written first. */
const byDecimals = (orders: DateOrder[], { decimals }: DateEvidence) =>
  decimals === ',' ? without(orders, 'mdy') : orders

/** With dots, a year of two digits comes last, unless something above has said otherwise. */
const byShortYears = (orders: DateOrder[], { dates }: DateEvidence) =>
  dates.every(({ separator }) => separator === '.') ? without(orders, 'ymd') : orders

const denseRows = 8
const denseDays = 6

/**
 * Bookings of a few days in one order are, in the other, bookings of the same day in many months. With many of them, and
 * in no rhythm such as that of monthly interest, only the first is a statement.
 */
function byDensity(orders: DateOrder[], { dates }: DateEvidence): DateOrder[] {
  const [dense, next] = orders.toSorted((a, b) => spanOf(dates, a) - spanOf(dates, b))
  if (!dense || !next || dates.length < denseRows) return orders
  const days = [...new Set(dates.map((date) => date[dense] ?? ''))].toSorted()
  const gaps = new Set(days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day)))
  const isDense = days.length >= denseDays && gaps.size > 1 && spanOf(dates, dense) <= 12
  return isDense && spanOf(dates, next) >= 120 ? [dense] : orders
}

function byLikelihood(orders: DateOrder[], { dates, hasDollars }: DateEvidence): DateOrder[] {
  const spans = new Map(orders.map((order) => [order, spanOf(dates, order)]))
  const least = Math.min(...spans.values())
  const isMonthFirst = hasDollars()
  // Rows that are days apart are likelier than rows that are months apart.
  const rank = (order: DateOrder) =>
    ((spans.get(order) ?? 0) > least * 3 + 5 ? 10 : 0) +
    (order === 'ymd' ? 5 : (order === 'mdy') === isMonthFirst ? 0 : 1)
  return orders.toSorted((a, b) => rank(a) - rank(b))
}
