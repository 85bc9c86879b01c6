// Calendar dates travel as `yyyy-MM-dd` and are reckoned in UTC, where every day has 24 hours.
const isoForm = /^(\d{4})-(\d{2})-(\d{2})$/
const dayLength = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function startOfDay(iso: string): number {
  return isoForm.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
}

function isoOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A day of the calendar between 1900 and 9999. */
export function isIsoDate(text: string): boolean {
  const time = startOfDay(text)
  // Date.parse takes February 30 for March 2.
  return !Number.isNaN(time) && isoOf(time) === text && text >= '1900-01-01'
}

export function addDays(iso: string, days: number): string {
  return isoOf(startOfDay(iso) + days * dayLength)
}

/** From one date to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (startOfDay(to) - startOfDay(from)) / dayLength
}

/** Nov 5, 2026 */
export function formatDate(iso: string): string {
  const [, year, month, day] = isoForm.exec(iso) ?? []
  return month ? `${months[Number(month) - 1]} ${Number(day)}, ${year}` : iso
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The date that a calendar on the wall there shows at this moment. */
export function dateIn(timeZone: string, moment: Date): string {
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    // en-CA writes dates as yyyy-MM-dd.
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    calendars.set(timeZone, calendar)
  }
  return calendar.format(moment)
}

/** The first day of its month. */
export function monthOf(iso: string): string {
  return `${iso.slice(0, 7)}-01`
}

/** The first day of a month so many months later; earlier when negative. */
export function addMonths(iso: string, count: number): string {
  const date = new Date(startOfDay(monthOf(iso)))
  date.setUTCMonth(date.getUTCMonth() + count)
  return isoOf(date.getTime())
}
