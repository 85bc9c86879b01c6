import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushStream, ReaderGone } from './push-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { maxPauseMs: 60_000, minBytesPerSecond: 100, limitMs: 3_600_000 }

/** Endless chunks of 1000 bytes. The slowest allowed reader needs ten seconds for each. */
function start() {
  let failure: unknown
  const stream = pushStream(async (write) => {
    try {
      for (;;) await write(new Uint8Array(1000))
    } catch (error) {
      failure = error
      throw error
    }
  }, limits)
  const reader = stream.getReader()
  /** Whether it reads this many chunks with such a pause before each. */
  const take = async (count: number, pauseMs: number): Promise<boolean> => {
    for (let n = 0; n < count; n += 1) {
      await vi.advanceTimersByTimeAsync(pauseMs)
      const taken = await reader.read().catch(() => null)
      if (!taken) return false
    }
    return true
  }
  return { take, failure: () => failure }
}

test('a reader that takes nothing is ended when the patience is over, and not before', async () => {
  const { failure } = start()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(failure()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure()).toBeInstanceOf(ReaderGone)
})

test('a slow reader that keeps the pace is borne, also with pauses in between', async () => {
  const { take, failure } = start()
  expect(await take(200, 9900)).toBe(true)
  expect(await take(1, 50_000)).toBe(true)
  expect(await take(20, 1000)).toBe(true)
  expect(await take(1, 50_000)).toBe(true)
  expect(failure()).toBeUndefined()
})

test('a reader that takes a little now and then, to keep its place, is ended', async () => {
  const { take, failure } = start()
  expect(await take(100, 30_000)).toBe(false)
  expect(failure()).toBeInstanceOf(ReaderGone)
})

test('a steady reader is ended once all of it has taken too long', async () => {
  const { take, failure } = start()
  expect(await take(400, 9900)).toBe(false)
  expect(failure()).toMatchObject({ message: expect.stringMatching(/too long|any more/) })
})
