import { dateIn, daysBetween, formatDate } from '../../../shared/dates.ts'

const times = new Map<string, Intl.DateTimeFormat>()

/** 9:41 AM, by the clock of the business. */
export function timeText(moment: Date, timeZone: string): string {
  let clock = times.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    times.set(timeZone, clock)
  }
  // Some versions of the locale data put a narrow space before AM and PM.
  return clock.format(moment).replaceAll('\u202F', ' ')
}

/** 9:41 AM on the same day, otherwise the day. */
export function momentText(moment: string, timeZone: string, today: string): string {
  const date = dateIn(timeZone, new Date(moment))
  return date === today ? timeText(new Date(moment), timeZone) : formatDate(date)
}

/** today, tomorrow, on Nov 18; with its year only where that is another one. */
export function dayText(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  const words = formatDate(date)
  return `on ${date.slice(0, 4) === today.slice(0, 4) ? words.slice(0, words.indexOf(',')) : words}`
}

/** Due tomorrow; 12 days overdue. */
export function dueDayText(dueDate: string, today: string): string {
  const late = daysBetween(dueDate, today)
  if (late > 0) return late === 1 ? '1 day overdue' : `${late.toLocaleString('en-US')} days overdue`
  return `Due ${dayText(dueDate, today)}`
}
