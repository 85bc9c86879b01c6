/**
 * Calls `read` again only after the last result is `ms` old; until then all callers get the same result.
 * While a call is in progress all callers wait for it, however long it takes, so that a source that hangs is
 * not called twice.
 */
export function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let startedAt = -Infinity
  let isRunning = false
  let result: Promise<T>
  return () => {
    if (!isRunning && performance.now() - startedAt >= ms) {
      startedAt = performance.now()
      isRunning = true
      result = read().finally(() => (isRunning = false))
    }
    return result
  }
}
