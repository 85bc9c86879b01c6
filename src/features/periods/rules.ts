import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  monthNames,
  monthOf,
  yearsBefore,
} from '../../shared/dates.ts'

export const reportsPlanText = 'Reports are part of the Pro plan.'

/** Why something dated in the closed period stays as it is. */
export const closedPeriodText = (closedThrough: string): string =>
  `The books are closed through ${formatDate(closedThrough)}. Reopen that period under Reports to change anything in it.`

/** Both days are included. */
export interface DayRange {
  from: string
  to: string
}

export const periods = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  'last-year': 'Last year',
  days: 'Other days',
} as const
export type Period = keyof typeof periods
export const periodNames = Object.keys(periods) as [Period, ...Period[]]

const lengths = { month: 1, quarter: 3, year: 12 } as const
export type Unit = keyof typeof lengths
export const units = Object.keys(lengths) as [Unit, ...Unit[]]

/** The whole period, with its days that are still to come. Quarters and years begin with the first month of the fiscal year. */
export function rangeOfPeriod(period: Exclude<Period, 'days'>, today: string, fiscalMonth: number): DayRange {
  const [when, unit] = period.split('-') as ['this' | 'last', Unit]
  const first = firstDayOf(unit, today, fiscalMonth)
  const months = lengths[unit]
  const from = when === 'this' ? first : addMonths(first, -months)
  return { from, to: addDays(addMonths(from, months), -1) }
}

/** The first day of the month, quarter or fiscal year that a day is in. */
export function firstDayOf(unit: Unit, day: string, fiscalMonth: number): string {
  const month = Number(day.slice(5, 7))
  const sinceStart = (month - fiscalMonth + 12) % lengths[unit]
  return addMonths(monthOf(day), -sinceStart)
}

/** Divides a range at the ends of its months, quarters or fiscal years. The first and the last part can be shorter. */
export function splitRange({ from, to }: DayRange, unit: Unit, fiscalMonth: number): DayRange[] {
  const parts: DayRange[] = []
  for (let first = from; first <= to;) {
    const next = addMonths(firstDayOf(unit, first, fiscalMonth), lengths[unit])
    const last = addDays(next, -1)
    parts.push({ from: first, to: last < to ? last : to })
    first = next
  }
  return parts
}

/** The range before, of the same length: as many months if it has whole months, else as many days. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const next = addDays(to, 1)
  const isWhole = from === monthOf(from) && next === monthOf(next)
  if (!isWhole) return { from: addDays(from, -(daysBetween(from, to) + 1)), to: addDays(from, -1) }
  return { from: addMonths(from, -monthsBetween(from, next)), to: addDays(from, -1) }
}

/** The same range a year before: the same months if it has whole months, so that a February has all its days. */
export function rangeYearBefore({ from, to }: DayRange): DayRange {
  const next = addDays(to, 1)
  const isWhole = from === monthOf(from) && next === monthOf(next)
  return { from: yearsBefore(from, 1), to: isWhole ? addDays(yearsBefore(next, 1), -1) : yearsBefore(to, 1) }
}

function monthsBetween(from: string, to: string): number {
  return (
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7))
  )
}

/** "March 2026", "January – March 2026", "2026", or the days. */
export function rangeLabel({ from, to }: DayRange): string {
  const next = addDays(to, 1)
  const isWhole = from === monthOf(from) && next === monthOf(next)
  if (!isWhole) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  const [first, last] = [monthName(from), monthName(to)]
  const [firstYear, lastYear] = [from.slice(0, 4), to.slice(0, 4)]
  if (from.slice(0, 7) === to.slice(0, 7)) return `${first} ${firstYear}`
  if (firstYear !== lastYear) return `${first} ${firstYear} – ${last} ${lastYear}`
  return from.endsWith('-01-01') && to.endsWith('-12-31') ? firstYear : `${first} – ${last} ${lastYear}`
}

/** A label for a column: "Mar 2026", "Jan–Mar 2026", "2026", "2026/27", or the days. */
export function columnLabel({ from, to }: DayRange): string {
  const next = addDays(to, 1)
  if (from !== monthOf(from) || next !== monthOf(next)) return rangeLabel({ from, to })
  const [first, last] = [monthName(from).slice(0, 3), monthName(to).slice(0, 3)]
  const [firstYear, lastYear] = [from.slice(0, 4), to.slice(0, 4)]
  switch (monthsBetween(from, next)) {
    case 1:
      return `${first} ${firstYear}`
    case 12:
      return firstYear === lastYear ? firstYear : `${firstYear}/${lastYear.slice(2)}`
    default:
      return firstYear === lastYear
        ? `${first}–${last} ${lastYear}`
        : `${first} ${firstYear}–${last} ${lastYear}`
  }
}

const monthName = (day: string) => monthNames[Number(day.slice(5, 7)) - 1] ?? ''
