interface BackoffLimits {
  firstMs: number
  maxMs: number
}

/**
 * Returns how long to wait before the next try. The delay doubles with every failure. It is drawn from the
 * upper half of that, so that clients that failed together do not retry together.
 */
export function backoff(failures: number, { firstMs, maxMs }: BackoffLimits, random = Math.random): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return delayMs * (0.5 + random() / 2)
}
