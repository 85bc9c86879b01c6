/** Runs work of one kind at most so many at a time; the rest waits for its turn, first come first served. */
export function atMost(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes straight to the next in line, so that nobody who comes just now can take it.
      if (next) next()
      else free++
    }
  }
}
