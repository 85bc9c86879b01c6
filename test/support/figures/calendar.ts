const calendars = new Map<string, Intl.DateTimeFormat>()

/** Returns the local day in a zone, computed without the product's code. */
export function dayThere(zone: string, moment: Date): string {
  const form = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('en-US', form)
  calendars.set(zone, calendar)
  const [month, day, year] = calendar.format(moment).split('/')
  return `${year}-${month}-${day}`
}

const quarterHour = 900_000

/** Returns the moment at which that day begins in the zone. */
export function beginningOf(zone: string, day: string): Date {
  // No zone is more than 14 hours ahead, and all clocks change at a full quarter of an hour.
  let moment = new Date(`${day}T00:00:00Z`).getTime() - 15 * 3_600_000
  while (dayThere(zone, new Date(moment)) < day) moment += quarterHour
  return new Date(moment)
}

export function later(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

/** Returns the day's month as yyyy-MM, moved by this many months. */
export function monthAfter(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const count = year * 12 + month - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
