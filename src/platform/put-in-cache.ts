/** Adds an entry as the newest one, and drops the oldest one beyond the maximum size. */
export function putInCache<T>(cache: Map<string, T>, key: string, value: T, maxSize: number): T {
  cache.delete(key)
  cache.set(key, value)
  const [oldest] = cache.keys()
  if (cache.size > maxSize && oldest !== undefined) cache.delete(oldest)
  return value
}
