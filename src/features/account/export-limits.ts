import type { Limit } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'

export function exportLimits(businessId: string): Limit[] {
  const refusal = 'You can export your data ten times an hour.'
  return [{ key: `export:${businessId}`, max: 10, windowSeconds: 3600, refusal }]
}

/**
 * Each export holds a database connection for as long as the download takes. The limit leaves connections for
 * other requests.
 */
const maxConcurrent = 4
const running = new Set<string>()

/** Takes one of this process's export slots. Returns a function that releases it. */
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
  if (running.size >= maxConcurrent) {
    throw new AppError('UNAVAILABLE', 'Other exports are running right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    })
  }
  running.add(businessId)
  return () => running.delete(businessId)
}
