import { daysBetween, isIsoDate } from '../../../../shared/dates.ts'
import type { DateOrder } from '../bank-file.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The three parts of a date as they stand: 1/31'99, 31.01.2010, 2010-01-31, 31 Jan 2010, 20100131. */
type Parts = [string, string, string]

function partsOf(text: string): Parts | null {
  const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text)
  if (compact) return [compact[1] ?? '', compact[2] ?? '', compact[3] ?? '']
  const numbers = /^(\d{1,4})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-'\s]\s*'?\s*(\d{1,4})(?!\d)/.exec(text)
  if (numbers) return [numbers[1] ?? '', numbers[2] ?? '', numbers[3] ?? '']
  const named = /^(\d{1,2})[\s/.-]*([a-z]{3})[a-z]*[\s/.,'-]*(\d{2,4})(?!\d)/i.exec(text)
  const month = months.indexOf(named?.[2]?.toLowerCase() ?? '')
  // A month beyond 12 makes a name readable in one order only.
  return named && month >= 0 ? [named[1] ?? '', `m${month + 1}`, named[3] ?? ''] : null
}

/** 99 is 1999 and 05 is 2005; 099 and 105 count from 1900. */
function fullYear(year: string): string {
  const number = Number(year)
  if (year.length === 4) return year
  if (year.length === 3) return String(1900 + number)
  return String(number < 70 ? 2000 + number : 1900 + number)
}

function readParts(parts: Parts, order: DateOrder): string | null {
  if (parts[1].startsWith('m')) return toIso(parts[2], parts[1].slice(1), parts[0])
  if (parts[0].length >= 3) return toIso(parts[0], parts[1], parts[2])
  if (order === 'ymd') return parts[2].length > 2 ? null : toIso(parts[0], parts[1], parts[2])
  return order === 'dmy' ? toIso(parts[2], parts[1], parts[0]) : toIso(parts[2], parts[0], parts[1])
}

function toIso(year: string, month: string, day: string): string | null {
  const iso = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(iso) ? iso : null
}

export const readQifDate = (text: string, order: DateOrder): string | null => {
  const parts = partsOf(text.trim())
  return parts && readParts(parts, order)
}

/** The orders in which every date of the file is valid, the likeliest first; one only if all give the same dates. */
export function findDateOrders(dates: string[], home = 'USD'): DateOrder[] {
  const hasDots = /^\d+\./.test(dates[0] ?? '')
  const orders: DateOrder[] = hasDots || home !== 'USD' ? ['dmy', 'mdy', 'ymd'] : ['mdy', 'dmy', 'ymd']
  const readings = orders
    .map((order) => ({ order, read: dates.map((date) => readQifDate(date, order)) }))
    .filter((one): one is { order: DateOrder; read: string[] } => one.read.every((date) => date !== null))
    .map(({ order, read }) => ({ order, days: read.join(' '), disorder: disorder(read) }))
  const others = readings.filter(({ order }) => order !== 'ymd')
  // A short year at the beginning is rare, so it needs evidence.
  const likely = readings.filter(
    (one) => one.order !== 'ymd' || others.every((other) => one.disorder < other.disorder),
  )
  // Statements run forwards or backwards, and over a short time.
  const sorted = likely.toSorted((a, b) => a.disorder - b.disorder)
  return sorted
    .filter(({ days }, n) => sorted.findIndex((one) => one.days === days) === n)
    .map(({ order }) => order)
}

/** The days that one goes through when following the dates in the order of the file. */
function disorder(dates: string[]): number {
  return dates.reduce((sum, date, n) => sum + Math.abs(daysBetween(dates[n - 1] ?? date, date)), 0)
}
