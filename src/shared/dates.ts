// Calendar dates are `yyyy-MM-dd` strings, calculated in UTC, where every day has 24 hours.
const isoPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const dayLength = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function startOfDay(iso: string): number {
  return isoPattern.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
}

function isoOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Whether the text is a valid date between 1900 and 9999. */
export function isIsoDate(text: string): boolean {
  const time = startOfDay(text)
  // Date.parse reads February 30 as March 2.
  return !Number.isNaN(time) && isoOf(time) === text && text >= '1900-01-01'
}

export function addDays(iso: string, days: number): string {
  return isoOf(startOfDay(iso) + days * dayLength)
}

/** Returns the days from one date to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (startOfDay(to) - startOfDay(from)) / dayLength
}

/** Nov 5, 2026 */
export function formatDate(iso: string): string {
  const [, year, month, day] = isoPattern.exec(iso) ?? []
  return month ? `${months[Number(month) - 1]} ${Number(day)}, ${year}` : iso
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date in a time zone at a moment. */
export function dateIn(timeZone: string, moment: Date): string {
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    // en-CA writes dates as yyyy-MM-dd.
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    calendars.set(timeZone, calendar)
  }
  return calendar.format(moment)
}

/** Returns the first day of the date's month. */
export function monthOf(iso: string): string {
  return `${iso.slice(0, 7)}-01`
}

/** Returns the first day of the month that is `count` months later, or earlier if negative. */
export function addMonths(iso: string, count: number): string {
  const index = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + count
  const year = String(Math.floor(index / 12)).padStart(4, '0')
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}-01`
}

/** The same day so many years earlier; February 28 for February 29. */
export function yearsBefore(iso: string, years: number): string {
  const date = `${String(Number(iso.slice(0, 4)) - years).padStart(4, '0')}${iso.slice(4)}`
  return isIsoDate(date) ? date : `${date.slice(0, 8)}28`
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
