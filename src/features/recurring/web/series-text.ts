import { formatDate, isIsoDate } from '../../../shared/dates.ts'
import { type Plan, dayOfPeriod } from '../../schedules/rules.ts'
import type { SeriesListItem } from '../contract.ts'

/** Says when the first invoice is made. The start date may be incomplete. */
export function startText(startDate: string | null, today: string, hasSource: boolean): string {
  const isDay = startDate !== null && isIsoDate(startDate)
  if (!hasSource) return `The first one is made ${isDay && startDate === today ? 'today' : 'on this day'}.`
  const first = 'You have the invoice you came from already'
  if (!isDay) return `${first}.`
  return `${first}; the next is made ${startDate === today ? 'today' : `on ${formatDate(startDate)}`}.`
}

export function madeText(made: number): string {
  if (made === 0) return 'None made yet'
  return made === 1 ? '1 invoice made' : `${made} invoices made`
}

/** Says what skipping the next invoice means. */
export function skipText(plan: Plan, period: number): string {
  const following = dayOfPeriod(plan, period + 1)
  return following === null
    ? 'No invoice is made for that day. It was the last one, so the series then ends.'
    : `No invoice is made for that day. The next one is made on ${formatDate(following)}.`
}

/** Says why the series is paused; null if it is not. */
export function pauseText(series: Pick<SeriesListItem, 'state' | 'pausedBy' | 'pauseReason'>): string | null {
  if (series.state !== 'paused') return null
  return series.pauseReason ?? 'You paused it.'
}
