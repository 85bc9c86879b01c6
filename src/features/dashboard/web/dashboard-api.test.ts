import { QueryClient, QueryObserver, environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dashboardQuery } from './dashboard-api.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // It asks at intervals in a browser only.
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('while it is looked at, the dashboard asks for everything anew every 5 minutes', async () => {
  const asked = vi.fn<typeof fetch>(async () => Response.json({}))
  vi.stubGlobal('fetch', asked)
  const stopLooking = new QueryObserver(new QueryClient(), dashboardQuery).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1000)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(asked).toHaveBeenCalledTimes(3)
  stopLooking()
})
