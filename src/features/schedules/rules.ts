import { addDays, daysBetween, formatDate, isIsoDate } from '../../shared/dates.ts'

export const frequencies = {
  weekly: 'Weekly',
  biweekly: 'Bi-weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
} as const
export type Frequency = keyof typeof frequencies

/** `date` is the last possible date. `count` is the number of periods, including skipped ones. */
export type End = { kind: 'never' } | { kind: 'date'; date: string } | { kind: 'count'; count: number }

export interface Plan {
  frequency: Frequency
  startDate: string
  end: End
}

const steps = {
  weekly: { days: 7 },
  biweekly: { days: 14 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  yearly: { months: 12 },
} as const satisfies Record<Frequency, { days: number } | { months: number }>

/** The number of months since year 0. */
const monthOf = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1
const dayOf = (iso: string) => Number(iso.slice(8))

function lastDayOf(month: number): number {
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
}

/** The date of period `k`, counted from the start: after a shorter month, the 31st is the 31st again. */
export function occurrence(frequency: Frequency, startDate: string, k: number): string {
  const step = steps[frequency]
  if ('days' in step) return addDays(startDate, k * step.days)
  const month = monthOf(startDate) + k * step.months
  const day = Math.min(dayOf(startDate), lastDayOf(month))
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, day)).toISOString().slice(0, 10)
}

/** Returns the first period whose date is this date or later. */
export function firstPeriodFrom(frequency: Frequency, startDate: string, date: string): number {
  if (date <= startDate) return 0
  const step = steps[frequency]
  if ('days' in step) return Math.ceil(daysBetween(startDate, date) / step.days)
  const k = Math.floor((monthOf(date) - monthOf(startDate)) / step.months)
  return occurrence(frequency, startDate, k) < date ? k + 1 : k
}

/** The first date from `today` on, after the invoice itself, in the rhythm of an invoice of this issue date. */
export function dayAfter(frequency: Frequency, issueDate: string, today: string): string {
  return occurrence(frequency, issueDate, Math.max(1, firstPeriodFrom(frequency, issueDate, today)))
}

/** Returns the date of a period; null after the end of the schedule. */
export function dayOfPeriod({ frequency, startDate, end }: Plan, k: number): string | null {
  const date = occurrence(frequency, startDate, k)
  if (!isIsoDate(date)) return null
  if (end.kind === 'date' && date > end.date) return null
  if (end.kind === 'count' && k >= end.count) return null
  return date
}

/** Returns what is wrong with a schedule, by field. `today` is null if any start date is allowed. */
export function planProblems({ startDate, end }: Plan, today: string | null): Record<string, string> {
  return {
    ...(today !== null && startDate < today && { startDate: 'Please choose today or a later day.' }),
    ...(end.kind === 'date' && end.date < startDate && { 'end.date': 'This is before the start date.' }),
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13
  const ending = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10]
  return `${day}${ending ?? 'th'}`
}

/** For example "Every month on the 31st". */
export function scheduleText(frequency: Frequency, startDate: string): string {
  if (!isIsoDate(startDate)) return frequencies[frequency]
  const weekday = weekdays[new Date(`${startDate}T00:00:00Z`).getUTCDay()]
  const day = ordinal(dayOf(startDate))
  return {
    weekly: `Every week on ${weekday}`,
    biweekly: `Every two weeks on ${weekday}`,
    monthly: `Every month on the ${day}`,
    quarterly: `Every three months on the ${day}`,
    yearly: `Every year on ${formatDate(startDate).split(',')[0]}`,
  }[frequency]
}

/** Says what happens in months without the day; null if every month has it. */
export function shortMonthText(frequency: Frequency, startDate: string): string | null {
  if (!isIsoDate(startDate)) return null
  const isMonthly = frequency === 'monthly' || frequency === 'quarterly'
  if (isMonthly && dayOf(startDate) > 28) return 'on the last day when a month is shorter'
  if (frequency === 'yearly' && startDate.endsWith('-02-29')) return 'on Feb 28 when there is no Feb 29'
  return null
}

function endText(end: End): string {
  if (end.kind === 'never') return 'until you stop it'
  return end.kind === 'date' ? `until ${formatDate(end.date)}` : `${end.count} times`
}

/** Returns the date of a schedule with a single period; null for several. */
export function onlyDay(plan: Plan): string | null {
  return dayOfPeriod(plan, 1) === null ? dayOfPeriod(plan, 0) : null
}

/** For example "Every month on the 31st, until Nov 5, 2027". */
export function planSentence(plan: Plan): string {
  const only = onlyDay(plan)
  if (only !== null) return `Once, on ${formatDate(only)}`
  return `${scheduleText(plan.frequency, plan.startDate)}, ${endText(plan.end)}`
}

/** Returns the dates of `count` periods from this one on, and whether more follow. */
export function daysFrom(plan: Plan, period: number, count: number): { days: string[]; goesOn: boolean } {
  const days: string[] = []
  let day = dayOfPeriod(plan, period)
  while (day !== null && days.length < count) {
    days.push(day)
    day = dayOfPeriod(plan, period + days.length)
  }
  return { days, goesOn: day !== null }
}

/** For example "Dec 31, 2026 · Jan 31, 2027 …". */
export function daysText(days: readonly string[], goesOn: boolean): string {
  return `${days.map(formatDate).join(' · ')}${goesOn ? ' …' : ''}`
}
