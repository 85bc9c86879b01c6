const maxMs = 60_000

/** The delay before the next poll: 2, 3, 5, 8, 13 seconds and so on, up to one minute. */
export function pollAfterMs(polls: number): number {
  let [wait, next] = [2000, 3000]
  for (let poll = 1; poll < polls && wait < maxMs; poll++) [wait, next] = [next, wait + next]
  return Math.min(wait, maxMs)
}
