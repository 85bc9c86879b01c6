export interface ChartScale {
  from: number
  to: number
  ticks: number[]
}

const wantedTicks = 4

/** Round numbers that all values are between, and zero too. */
export function chartScale(values: readonly number[]): ChartScale {
  const low = values.reduce((min, value) => (value < min ? value : min), 0)
  const high = values.reduce((max, value) => (value > max ? value : max), 0)
  const step = roundStep((high - low) / wantedTicks)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { from: first * step, to: last * step, ticks }
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(step: number): number {
  if (step <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 5].find((factor) => factor * power >= step) ?? 10)
}
