import { secondsOf } from '../card-sandbox.ts'
import type { Price } from '../sandbox-objects.ts'

/** The same day and time some months later, or the last day of that month. */
export function monthsAfter(anchor: number, months: number): number {
  const moment = new Date(anchor * 1000)
  const day = moment.getUTCDate()
  moment.setUTCDate(1)
  moment.setUTCMonth(moment.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate()
  moment.setUTCDate(Math.min(day, lastDay))
  return secondsOf(moment)
}

function monthsOf({ recurring }: Price): number {
  if (!recurring) throw new Error('A price for one payment has no period.')
  return recurring.interval_count * (recurring.interval === 'year' ? 12 : 1)
}

/** The end of a period. It counts from the anchor, so that a short month does not shorten later periods. */
export function endOfPeriod(anchor: number, start: number, price: Price): number {
  const months = monthsOf(price)
  let count = 1
  while (monthsAfter(anchor, count * months) <= start) count += 1
  return monthsAfter(anchor, count * months)
}

export function hasSamePeriod(a: Price, b: Price): boolean {
  return monthsOf(a) === monthsOf(b)
}
