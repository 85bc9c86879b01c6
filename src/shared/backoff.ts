interface BackoffLimits {
  firstMs: number
  maxMs: number
}

/** Doubles with every failure, drawn from the upper half, so that clients do not retry together. */
export function backoff(failures: number, { firstMs, maxMs }: BackoffLimits, random = Math.random): number {
  const delayMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return delayMs * (0.5 + random() / 2)
}
