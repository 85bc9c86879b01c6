import type { Limit } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'

export function exportLimits(businessId: string): Limit[] {
  const refusal = 'You can export your data ten times an hour.'
  return [{ key: `export:${businessId}`, max: 10, windowSeconds: 3600, refusal }]
}

/** Each keeps a connection to the database for as long as its reader takes; the rest is for everything else. */
const atOnce = 4
const running = new Set<string>()

/** Takes one of the places in this process. What it returns gives it back. */
export function takeExportSlot(businessId: string): () => void {
  if (running.has(businessId)) {
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'An export is running already. Please wait until it has finished.',
      {
        retryAfterSeconds: 30,
      },
    )
  }
  if (running.size >= atOnce) {
    throw new AppError('UNAVAILABLE', 'Other exports are running right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    })
  }
  running.add(businessId)
  return () => running.delete(businessId)
}
