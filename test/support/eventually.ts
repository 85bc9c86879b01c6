import { vi } from 'vitest'

/** Far longer than any machine needs. It only ends a test that would hang. */
const lastResort = 5 * 60_000

/** Waits until the check passes, however slow the machine is, and returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: lastResort, interval: 50 })
}
