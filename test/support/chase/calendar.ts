// The simulation's own calendar. It shares no code with the product, neither SQL nor TypeScript. A day is
// counted from January 1, 1970; a moment is in milliseconds since then.

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export function dayOf(iso: string): number {
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / day)
}

export function isoOf(number: number): string {
  return new Date(number * day).toISOString().slice(0, 10)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** Returns the local time in a zone, written as a moment in UTC. */
function shownAt(zone: string, moment: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(moment)) part[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = part
  return Date.UTC(year, month - 1, date, hours, minutes, second)
}

export function wallClock(zone: string, moment: number): { day: number; hours: number } {
  const shown = shownAt(zone, moment)
  const date = Math.floor(shown / day)
  return { day: date, hours: (shown - date * day) / hour }
}

const cache = new Map<string, number>()

/**
 * Returns the moment at which local time is this full hour of this day. If the hour occurs twice, it is the
 * later moment. If it is skipped, it is the moment at which it would have been without the change of the
 * clock.
 */
export function momentOf(zone: string, date: number, hours: number): number {
  const key = `${zone} ${date} ${hours}`
  let found = cache.get(key)
  if (found === undefined) {
    const local = date * day + hours * hour
    const offsetAt = (moment: number) => shownAt(zone, moment) - moment
    const before = offsetAt(local - day)
    const candidates = [before, offsetAt(local + day)].map((offset) => local - offset)
    const fitting = candidates.filter((moment) => shownAt(zone, moment) === local)
    found = fitting.length > 0 ? Math.max(...fitting) : local - before
    cache.set(key, found)
  }
  return found
}

/** Returns the first moment from this one on at which local time is this hour. */
export function nextHourFrom(zone: string, from: number, hours: number): number {
  let date = wallClock(zone, from).day - 1
  while (momentOf(zone, date, hours) < from) date += 1
  return momentOf(zone, date, hours)
}

export function startOfMonth(zone: string, moment: number): number {
  const today = isoOf(wallClock(zone, moment).day)
  return momentOf(zone, dayOf(`${today.slice(0, 8)}01`), 0)
}

export const frequencies = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]
const monthsApart = { monthly: 1, quarterly: 3, yearly: 12 }

/** Returns the day of a period, counted from 0. The 31st is the last day of a shorter month. */
export function occurrenceOf(frequency: Frequency, start: number, period: number): number {
  if (frequency === 'weekly') return start + 7 * period
  if (frequency === 'biweekly') return start + 14 * period
  const first = new Date(start * day)
  const month = first.getUTCMonth() + monthsApart[frequency] * period
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0))
  const date = Math.min(first.getUTCDate(), lastOfMonth.getUTCDate())
  return Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), date) / day
}
