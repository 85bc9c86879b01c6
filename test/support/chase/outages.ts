import { day, hour, minute } from './calendar.ts'
import type { createDraws } from './context.ts'

export interface Outage {
  from: number
  to: number
}

/** When no scheduler runs: often for minutes or hours, sometimes for days, rarely for weeks. */
export function drawOutages(draws: ReturnType<typeof createDraws>, start: number, end: number): Outage[] {
  const outages: Outage[] = []
  const lengths = [
    { mean: 12 * day, least: 2 * minute, most: 3 * hour },
    { mean: 40 * day, least: 3 * hour, most: 20 * hour },
    { mean: 100 * day, least: day, most: 5 * day },
    { mean: 300 * day, least: 7 * day, most: 24 * day },
  ]
  for (const { mean, least, most } of lengths) {
    const times = Math.max(1, Math.round((end - start) / mean))
    for (let n = 0; n < times; n++) {
      const from = start + Math.floor(draws.random() * (end - start))
      const length = least + draws.random() * (most - least)
      outages.push({ from, to: Math.ceil((from + length) / minute) * minute })
    }
  }
  return outages
}

/** When schedulers run again; null when they do run at this moment. */
export function backFrom(outages: readonly Outage[], moment: number): number | null {
  let back = moment
  // One outage may begin before another has ended.
  for (let next; (next = outages.find(({ from, to }) => from <= back && back < to));) back = next.to
  return back === moment ? null : back
}
