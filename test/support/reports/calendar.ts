import { later } from '../figures/calendar.ts'

// The periods of reports, calculated without the product's code.

export interface Days {
  from: string
  to: string
}

const lengths: Record<string, number> = { month: 1, quarter: 3, year: 12 }

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
export const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
const monthsFrom = (first: number, count: number): Days => ({
  from: firstOf(first),
  to: later(firstOf(first + count), -1),
})

/** The number of the month in which the month, quarter or fiscal year of a day begins. */
function beginning(day: string, length: number, fiscalMonth: number): number {
  const month = monthNumber(day)
  const back = Array.from({ length }, (_, months) => months)
  return month - back.find((months) => (month - months - fiscalMonth + 1) % length === 0)!
}

/** "this-quarter" and the like. */
export function periodDays(period: string, today: string, fiscalMonth: number): Days {
  const [when = '', unit = ''] = period.split('-')
  const length = lengths[unit]!
  const first = beginning(today, length, fiscalMonth)
  return monthsFrom(when === 'last' ? first - length : first, length)
}

/** The months, quarters or fiscal years that a period touches, each cut to it. */
export function divided({ from, to }: Days, unit: string, fiscalMonth: number): Days[] {
  const length = lengths[unit]!
  const parts: Days[] = []
  for (let month = beginning(from, length, fiscalMonth); firstOf(month) <= to; month += length) {
    const whole = monthsFrom(month, length)
    parts.push({ from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to })
  }
  return parts
}

export const daysFromTo = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

function wholeMonths({ from, to }: Days): number | null {
  const next = later(to, 1)
  return from.endsWith('-01') && next.endsWith('-01') ? monthNumber(next) - monthNumber(from) : null
}

/** As many months before, if they are whole; else as many days. */
export function before(days: Days): Days {
  const months = wholeMonths(days)
  if (months !== null) return monthsFrom(monthNumber(days.from) - months, months)
  const length = daysFromTo(days.from, days.to) + 1
  return { from: later(days.from, -length), to: later(days.to, -length) }
}

export function aYearEarlier(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return day.endsWith('-02-29') ? later(earlier.slice(0, 8) + '28', 0) : earlier
}

/** The same days of the year before; the same months, if they are whole. */
export function yearBefore(days: Days): Days {
  const months = wholeMonths(days)
  if (months !== null) return monthsFrom(monthNumber(days.from) - 12, months)
  return { from: aYearEarlier(days.from), to: aYearEarlier(days.to) }
}
