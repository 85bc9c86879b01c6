/** Limits how many tasks run at the same time. The others wait in the order in which they came. */
export function limitConcurrency(slots: number) {
  const waiting: (() => void)[] = []
  let free = slots
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot goes directly to the next task in the queue, so that a new task cannot take it.
      if (next) next()
      else free++
    }
  }
}
