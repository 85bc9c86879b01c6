import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'

const maxTries = 30

/** People who wait for a PDF come first: while many are drawn, the package waits. */
export async function patiently<T>(draw: () => Promise<T>, pauseMs = 2000): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await draw()
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'UNAVAILABLE'
      if (!isBusy || tries >= maxTries) throw error
      await sleep(pauseMs)
    }
  }
}
