import { formatDate } from '../../../shared/dates.ts'
import type { SeriesListItem } from '../contract.ts'
import { type Plan, dayOfPeriod } from '../rules.ts'

/** Jan 31, Feb 28, Mar 31 …: with its year wherever that is not the one before. */
export function daysWords(days: readonly string[], goesOn: boolean, today: string): string {
  let year = today.slice(0, 4)
  const words = days.map((day) => {
    const [date = '', ofYear] = formatDate(day).split(', ')
    const isSame = ofYear === year
    year = ofYear ?? year
    return isSame ? date : `${date} ${year}`
  })
  return `${words.join(', ')}${goesOn ? ' …' : ''}`
}

export function madeWords(made: number): string {
  if (made === 0) return 'None made yet'
  return made === 1 ? '1 invoice made' : `${made} invoices made`
}

/** What leaving out the next one means. */
export function skipWords(plan: Plan, period: number): string {
  const following = dayOfPeriod(plan, period + 1)
  return following === null
    ? 'No invoice is made for that day. It was the last one, so the series is then over.'
    : `No invoice is made for that day. The next one is made on ${formatDate(following)}.`
}

/** Why it makes none at the moment; null while it does. */
export function pauseWords(
  series: Pick<SeriesListItem, 'state' | 'pausedBy' | 'pauseReason'>,
): string | null {
  if (series.state !== 'paused') return null
  return series.pauseReason ?? 'You paused it.'
}
