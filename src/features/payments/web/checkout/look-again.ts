const longestMs = 60_000

/** Soon at first, then ever more rarely: 2, 3, 5, 8, 13 seconds and so on, and once a minute in the end. */
export function pollAfterMs(looks: number): number {
  let [wait, next] = [2000, 3000]
  for (let look = 1; look < looks && wait < longestMs; look++) [wait, next] = [next, wait + next]
  return Math.min(wait, longestMs)
}
