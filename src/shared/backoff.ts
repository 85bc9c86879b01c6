interface Growth {
  firstMs: number
  maxMs: number
}

/**
 * How long to wait before the next try. It doubles with every failure and is drawn from the upper half of that, so that
 * all who lost the same thing at the same moment do not come back at the same moment.
 */
export function backoff(failures: number, { firstMs, maxMs }: Growth, random = Math.random): number {
  const longest = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return longest * (0.5 + random() / 2)
}
