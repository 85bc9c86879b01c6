import { addDays, formatDate, monthOf } from '../../../shared/dates.ts'
import type { PeriodSettings } from '../contract.ts'
import { firstDayOf } from '../rules.ts'

export type PeriodChangeKind = PeriodSettings['changes'][number]['kind']

type Closed = Pick<PeriodSettings, 'closedThrough' | 'changes' | 'fiscalMonth'>

/** The day that the dialog proposes: the end of last month, or the first day of what was closed last. */
export function proposedDay(kind: PeriodChangeKind, settings: Closed, today: string): string | null {
  const { closedThrough, changes, fiscalMonth } = settings
  if (kind === 'reopened') {
    if (closedThrough === null) return null
    const last = changes.find((one) => one.kind === 'closed' && one.after === closedThrough)
    // The first closing has no beginning.
    return last?.before ? addDays(last.before, 1) : firstDayOf('year', closedThrough, fiscalMonth)
  }
  const endOfLastMonth = addDays(monthOf(today), -1)
  return closedThrough !== null && closedThrough >= endOfLastMonth ? null : endOfLastMonth
}

/** "Closed through Dec 31, 2025" or "Reopened from Dec 1, 2025" */
export function changeText({ kind, after, before }: PeriodSettings['changes'][number]): string {
  if (kind === 'closed') return after === null ? 'Closed' : `Closed through ${formatDate(after)}`
  const from = after === null ? null : formatDate(addDays(after, 1))
  return from === null
    ? `Reopened everything${before === null ? '' : ` up to ${formatDate(before)}`}`
    : `Reopened from ${from}`
}

/** What is wrong with the day that was typed; undefined if nothing is. */
export function dayError(
  kind: PeriodChangeKind,
  day: string | null,
  closedThrough: string | null,
  today: string,
): string | undefined {
  if (day === null) return 'Please enter a date like Nov 15, 2026, or pick one.'
  if (kind === 'reopened') {
    return closedThrough !== null && day > closedThrough
      ? `Please choose a day up to ${formatDate(closedThrough)}. Later days are not closed.`
      : undefined
  }
  if (closedThrough !== null && day <= closedThrough) {
    return `Please choose a day after ${formatDate(closedThrough)}. Earlier days are closed already.`
  }
  return day >= today ? 'Please choose a day before today.' : undefined
}
