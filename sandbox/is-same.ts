import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets in constant time, whatever their lengths. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
