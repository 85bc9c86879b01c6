import { addDays, isIsoDate } from '../../../shared/dates.ts'
import { endSchema } from '../../schedules/contract.ts'
import {
  type Plan,
  dayOfPeriod,
  daysFrom,
  daysText,
  onlyDay,
  planProblems,
  planSentence,
  scheduleText,
  shortMonthText,
} from '../../schedules/rules.ts'
import { daysAhead, maxDaysBack } from '../rules.ts'

const shownDays = 3

interface RepeatText {
  rule: string
  /** What is added now, and the next dates; null while the fields are incomplete or invalid. */
  days: string | null
  /** How early upcoming expenses are added; null without upcoming ones. */
  ahead: string | null
}

/** Describes a schedule: its rule, what is added now, and what follows. */
export function repeatText(plan: Plan, today: string): RepeatText | null {
  if (!isIsoDate(plan.startDate)) return null
  const isValid = endSchema.safeParse(plan.end).success && Object.keys(planProblems(plan, null)).length === 0
  const schedule = isValid ? planSentence(plan) : scheduleText(plan.frequency, plan.startDate)
  const shortMonths = shortMonthText(plan.frequency, plan.startDate)
  const isSingle = isValid && onlyDay(plan) !== null
  const rule = `Adds an expense ${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}${
    shortMonths && !isSingle ? `; ${shortMonths}` : ''
  }.`
  const isTooFarBack = plan.startDate < addDays(today, -maxDaysBack)
  if (!isValid || isTooFarBack) return { rule, days: null, ahead: null }
  const past = countThrough(plan, today)
  const upcoming = countThrough(plan, addDays(today, daysAhead)) - past
  return {
    rule,
    days: [nowText(plan, past, upcoming, today), nextText(plan, past)].filter(Boolean).join(' '),
    ahead: aheadText(plan, past, upcoming),
  }
}

function countThrough(plan: Plan, last: string): number {
  let count = 0
  for (let day = dayOfPeriod(plan, 0); day !== null && day <= last; day = dayOfPeriod(plan, count)) count++
  return count
}

function nowText({ startDate }: Plan, past: number, upcoming: number, today: string): string | null {
  const isToday = startDate === today
  const count = past + upcoming
  if (count === 0) return null
  if (past > 0 && upcoming > 0)
    return `${count} are added now, ${past} ${isToday ? 'for' : 'up to'} today and ${upcoming} upcoming.`
  if (past === 0)
    return count === 1 ? '1 upcoming expense is added now.' : `${count} are added now, all upcoming.`
  if (past > 1) return `${past} are added now, all up to today.`
  return isToday ? '1 is added now, for today.' : '1 is added now, for a past date.'
}

function nextText(plan: Plan, past: number): string {
  const { days, goesOn } = daysFrom(plan, past, shownDays)
  return days.length === 0 ? 'None after that.' : `Next: ${daysText(days, goesOn)}`
}

function aheadText(plan: Plan, past: number, upcoming: number): string | null {
  if (dayOfPeriod(plan, past) === null) return null
  const hasMore = dayOfPeriod(plan, Math.max(1, past + upcoming)) !== null
  if (!hasMore) return 'Each is marked Upcoming until its date.'
  return past + upcoming === 0
    ? `The first is added now, later ones up to ${daysAhead} days ahead, each marked Upcoming until its date.`
    : `Each is added up to ${daysAhead} days ahead, marked Upcoming until its date.`
}
