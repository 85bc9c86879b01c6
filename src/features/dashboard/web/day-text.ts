import { dateIn, daysBetween, formatDate } from '../../../shared/dates.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in the business's time zone, such as "9:41 AM". */
export function timeText(moment: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  // Some versions of the locale data use a narrow space before AM and PM.
  return formatter.format(moment).replaceAll('\u202F', ' ')
}

/** Returns the time for a moment of today, such as "9:41 AM", and the date otherwise. */
export function momentText(moment: string, timeZone: string, today: string): string {
  const date = dateIn(timeZone, new Date(moment))
  return date === today ? timeText(new Date(moment), timeZone) : formatDate(date)
}

/** Returns "today", "tomorrow" or a date such as "on Nov 18", with the year if it is another year. */
export function dayText(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  const text = formatDate(date)
  return `on ${date.slice(0, 4) === today.slice(0, 4) ? text.slice(0, text.indexOf(',')) : text}`
}

/** Returns a text such as "Due tomorrow" or "12 days overdue". */
export function dueDayText(dueDate: string, today: string): string {
  const daysLate = daysBetween(dueDate, today)
  if (daysLate > 0)
    return daysLate === 1 ? '1 day overdue' : `${daysLate.toLocaleString('en-US')} days overdue`
  return `Due ${dayText(dueDate, today)}`
}
