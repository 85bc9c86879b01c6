/** Callers share a result until it is `ms` old, and a running call however long: a source may hang. */
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
