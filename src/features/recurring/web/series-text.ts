import { formatDate, isIsoDate } from '../../../shared/dates.ts'
import { type Plan, dayOfPeriod } from '../../schedules/rules.ts'
import type { SeriesListItem } from '../contract.ts'

/** Says when the first invoice is made. The start date may be incomplete. */
export function startText(startDate: string | null, today: string, hasSource: boolean): string {
  const isDay = startDate !== null && isIsoDate(startDate)
  if (!hasSource)
    return `The first one is created ${isDay && startDate === today ? 'today' : 'on this date'}.`
  const first = 'You already have the invoice you came from'
  if (!isDay) return `${first}.`
  return `${first}. The next one is created ${startDate === today ? 'today' : `on ${formatDate(startDate)}`}.`
}

export function madeText(made: number): string {
  if (made === 0) return 'None created yet'
  return made === 1 ? '1 invoice created' : `${made} invoices created`
}

/** Says what skipping the next invoice means. */
export function skipText(plan: Plan, period: number): string {
  const following = dayOfPeriod(plan, period + 1)
  return following === null
    ? 'No invoice is created for that date. It was the last one, so the series ends.'
    : `No invoice is created for that date. The next one is created on ${formatDate(following)}.`
}

/** A pause is about making invoices. */
export const chargedInPause = 'Invoices that were sent are still charged to the saved card.'

/** Says why the series is paused; null if it is not. */
export function pauseText(series: Pick<SeriesListItem, 'state' | 'pausedBy' | 'pauseReason'>): string | null {
  if (series.state !== 'paused') return null
  return series.pauseReason ?? 'You paused it.'
}
