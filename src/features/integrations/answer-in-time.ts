import type { ConnectionTest } from './contract.ts'

/** Ten are promised; the rest is for the way there and back. */
const deadlineMs = 9600

/** One deadline around all of it. Whatever it has still open then, or when it is done, is told to end by the signal. */
export async function answerInTime(
  tooLate: string,
  work: (signal: AbortSignal) => Promise<ConnectionTest>,
  milliseconds = deadlineMs,
): Promise<ConnectionTest> {
  const ending = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<ConnectionTest>()
  const timer = setTimeout(() => resolve({ ok: false, message: tooLate }), milliseconds)
  const answer = work(ending.signal)
  // What fails after the deadline, for having been ended, is nobody's news.
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
