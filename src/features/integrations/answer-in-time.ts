import type { ConnectionTest } from './contract.ts'

/** Responses are promised within ten seconds; the rest is for the network. */
const deadlineMs = 9600

/**
 * Limits all of the work to one deadline. The signal aborts what is still running at the deadline or when the
 * work is done.
 */
export async function answerInTime(
  tooLate: string,
  work: (signal: AbortSignal) => Promise<ConnectionTest>,
  milliseconds = deadlineMs,
): Promise<ConnectionTest> {
  const aborting = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<ConnectionTest>()
  const timer = setTimeout(() => resolve({ ok: false, message: tooLate }), milliseconds)
  const answer = work(aborting.signal)
  // Ignore errors after the deadline: they result from the abort.
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    aborting.abort()
  }
}
