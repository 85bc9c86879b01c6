import { afterEach, expect, test, vi } from 'vitest'
import { answerInTime } from './test-connection.ts'

afterEach(() => {
  vi.useRealTimers()
})

const good = { ok: true, message: 'Good.' }

test('an answer in time is the answer, and what is left open is told to end', async () => {
  let given: AbortSignal | undefined
  const answer = await answerInTime('Too late.', async (signal) => {
    given = signal
    expect(signal.aborted).toBe(false)
    return good
  })
  expect(answer).toEqual(good)
  expect(given?.aborted).toBe(true)
})

test('without one there are words within ten seconds, and the work is told to end', async () => {
  vi.useFakeTimers()
  const ended = vi.fn<() => void>()
  const answer = answerInTime('Too late.', (signal) => {
    signal.addEventListener('abort', ended)
    return new Promise(() => undefined)
  })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(999)
  expect(await answer).toEqual({ ok: false, message: 'Too late.' })
  expect(ended).toHaveBeenCalledTimes(1)
})

test('work that fails for having been ended is nobody’s news; work that fails before is', async () => {
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  const late = await answerInTime(
    'Too late.',
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')))
      }),
    1,
  )
  expect(late).toEqual({ ok: false, message: 'Too late.' })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await expect(answerInTime('Too late.', () => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
})
