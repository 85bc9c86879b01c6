import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

interface GroupWorkerOptions {
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail'>
  name: string
  /** How many jobs run at once in this process, how many of them may be of one group, and how many tried before. */
  atOnce: number
  perGroup: number
  retriesAtOnce: number
  /** Gives a job the priority `wasTried`, which it keeps if this process dies. */
  markTried: (item: JobWithMetadata) => Promise<void>
  run: (item: JobWithMetadata) => Promise<JobResult>
  pollingMs: number
  onError: (error: unknown) => void
}

export interface GroupWorker {
  /** Looks for jobs now. */
  wake(): void
  /** Takes no more jobs, and leaves those to the next process that do not end within this time. */
  stop(graceMs: number): Promise<void>
}

/**
 * The priority of a job from its first try on; before, it has 0. Retries so come before what is new, up to their bound,
 * and can be left out beyond it.
 */
export const wasTried = 1

/**
 * Runs jobs of a queue, each as soon as there is room for it and its group. pg-boss's own workers look each for
 * themselves, and run a batch to its end before the next: the slow jobs of one group would take them all.
 */
export function startGroupWorker(options: GroupWorkerOptions): GroupWorker {
  const { boss, name, atOnce, perGroup, retriesAtOnce, markTried, run, pollingMs, onError } = options
  const running = new Map<JobWithMetadata, Promise<void>>()
  const stopping = new AbortController()
  let isDue = false
  let endPause: (() => void) | undefined

  const pollSoon = () => {
    isDue = true
    endPause?.()
  }
  const groupsWith = (count: number) => {
    const groups = Map.groupBy(running.keys(), ({ groupId }) => groupId ?? null)
    return [...groups].flatMap(([group, items]) => (group && items.length >= count ? group : []))
  }

  async function fetchNext(): Promise<JobWithMetadata | undefined> {
    const retries = [...running.keys()].filter(({ retryCount }) => retryCount > 0)
    const bound = retries.length >= retriesAtOnce ? { maxPriority: wasTried - 1 } : {}
    // Groups of which none runs come first: a place that a slow group leaves is not for the next of the same.
    for (const count of running.size > 0 ? [1, perGroup] : [perGroup]) {
      // Also between the two queries: jobs that ended meanwhile have left their places.
      if (stopping.signal.aborted) return undefined
      const ignoreGroups = groupsWith(count)
      const [item] = await boss.fetch<object>(name, { includeMetadata: true, ignoreGroups, ...bound })
      if (item) return item
    }
    return undefined
  }

  async function take(): Promise<void> {
    // One by one: each that begins may fill its group.
    while (running.size < atOnce) {
      const item = await fetchNext()
      if (!item) return
      running.set(item, settle(item))
    }
  }

  async function settle(item: JobWithMetadata): Promise<void> {
    try {
      if (item.priority < wasTried) await markTried(item)
      const result = await withinSeconds(item, run(item))
      if (result.status === 'completed') await boss.complete(name, item)
      else await boss.fail(name, item, result.output ?? null)
    } catch (error) {
      // The job then counts as running until its time is over, and is tried again.
      onError(error)
    } finally {
      running.delete(item)
      pollSoon()
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isDue = false
      await take().catch(onError)
      if (!isDue) await new Promise<void>((resolve) => (endPause = pause(pollingMs, resolve)))
    }
  }

  const working = work()
  return {
    wake: pollSoon,
    async stop(graceMs) {
      stopping.abort()
      pollSoon()
      const ended = working.then(() => Promise.all(running.values()))
      await new Promise<void>((resolve) => void ended.then(pause(graceMs, resolve)))
      const left = [...running.keys()]
      if (left.length > 0) await boss.fail(name, left, { message: 'The process was stopped.' }).catch(onError)
    },
  }
}

/** Calls `end` after a while, or as soon as what it returns is called. */
function pause(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** A run that never ends must not keep its place for ever. */
async function withinSeconds(
  { id, expireInSeconds }: JobWithMetadata,
  run: Promise<JobResult>,
): Promise<JobResult> {
  const late = Promise.withResolvers<JobResult>()
  const output = { message: `It took longer than ${expireInSeconds} seconds.` }
  const clear = pause(expireInSeconds * 1000, () => late.resolve({ id, status: 'failed', output }))
  try {
    return await Promise.race([run, late.promise])
  } finally {
    clear()
  }
}
