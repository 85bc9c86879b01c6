import { day, hour, minute } from './calendar.ts'
import type { createDraws } from './context.ts'

export interface Outage {
  from: number
  to: number
}

/**
 * Draws the times at which no scheduler runs: often for minutes or hours, sometimes for days, rarely for
 * weeks.
 */
export function drawOutages(draws: ReturnType<typeof createDraws>, start: number, end: number): Outage[] {
  const outages: Outage[] = []
  const lengths = [
    { mean: 12 * day, min: 2 * minute, max: 3 * hour },
    { mean: 40 * day, min: 3 * hour, max: 20 * hour },
    { mean: 100 * day, min: day, max: 5 * day },
    { mean: 300 * day, min: 7 * day, max: 24 * day },
  ]
  for (const { mean, min, max } of lengths) {
    const times = Math.max(1, Math.round((end - start) / mean))
    for (let n = 0; n < times; n++) {
      const from = start + Math.floor(draws.random() * (end - start))
      const length = min + draws.random() * (max - min)
      outages.push({ from, to: Math.ceil((from + length) / minute) * minute })
    }
  }
  return outages
}

/** Returns when schedulers run again; null if they run at this moment. */
export function backFrom(outages: readonly Outage[], moment: number): number | null {
  let back = moment
  // An outage may begin before another has ended.
  for (let next; (next = outages.find(({ from, to }) => from <= back && back < to));) back = next.to
  return back === moment ? null : back
}
