/**
 * Callers share a result until it is `ms` old. While a call is in progress all wait for it, however long, so
 * that a source that hangs is not called twice.
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
