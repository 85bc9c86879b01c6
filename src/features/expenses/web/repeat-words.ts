import { addDays, isIsoDate } from '../../../shared/dates.ts'
import { endSchema } from '../../recurring/contract.ts'
import {
  type Plan,
  dayOfPeriod,
  onlyDay,
  planProblems,
  planWords,
  scheduleWords,
  shortMonthWords,
} from '../../recurring/rules.ts'
import { daysWords } from '../../recurring/web/series-words.ts'
import { mostDaysBack } from '../rules.ts'

const shownDays = 3

/** What will be made of it: in general, and now. The second is null while the fields are not filled in. */
export function repeatWords(plan: Plan, today: string): { rule: string; days: string | null } | null {
  if (!isIsoDate(plan.startDate)) return null
  const isRight = endSchema.safeParse(plan.end).success && Object.keys(planProblems(plan, null)).length === 0
  const words = isRight ? planWords(plan) : scheduleWords(plan.frequency, plan.startDate)
  const shortMonths = shortMonthWords(plan.frequency, plan.startDate)
  const isOne = isRight && onlyDay(plan) !== null
  const rule = `Adds an expense ${words.charAt(0).toLowerCase()}${words.slice(1)}${
    shortMonths && !isOne ? `; ${shortMonths}` : ''
  }.`
  const isTooFarBack = plan.startDate < addDays(today, -mostDaysBack)
  return { rule, days: isRight && !isTooFarBack ? daysToCome(plan, today) : null }
}

function daysToCome(plan: Plan, today: string): string {
  let past = 0
  let day = dayOfPeriod(plan, past)
  while (day !== null && day <= today) day = dayOfPeriod(plan, ++past)
  const next: string[] = []
  while (day !== null && next.length < shownDays) {
    next.push(day)
    day = dayOfPeriod(plan, past + next.length)
  }
  const coming = next.length === 0 ? 'None follows.' : `Next: ${daysWords(next, day !== null)}`
  return past === 0 ? coming : `${pastWords(plan, past, today)} ${coming}`
}

function pastWords({ startDate }: Plan, past: number, today: string): string {
  if (past === 1)
    return startDate === today ? 'The first is for today.' : '1 is added now, for a day gone by.'
  return `${past} are added now, one for each day up to today.`
}
