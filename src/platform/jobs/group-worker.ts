import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

interface GroupWorkerOptions {
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail'>
  name: string
  /** How many jobs run at once in this process, and how many of them may be of one group. */
  atOnce: number
  perGroup: number
  run: (item: JobWithMetadata) => Promise<JobResult>
  pollingMs: number
  onError: (error: unknown) => void
}

export interface GroupWorker {
  /** Takes no more jobs, and leaves those to the next process that do not end within this time. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs jobs of a queue, each as soon as there is room for it and its group. pg-boss's own workers look each for
 * themselves, and run a batch to its end before the next: the slow jobs of one group would take them all.
 */
export function startGroupWorker(options: GroupWorkerOptions): GroupWorker {
  const { boss, name, atOnce, perGroup, run, pollingMs, onError } = options
  const running = new Map<JobWithMetadata, Promise<void>>()
  const stopping = new AbortController()
  let isDue = false
  let endPause: (() => void) | undefined

  const lookSoon = () => {
    isDue = true
    endPause?.()
  }
  const fullGroups = () => {
    const groups = Map.groupBy(running.keys(), ({ groupId }) => groupId ?? null)
    return [...groups].flatMap(([group, items]) => (group && items.length >= perGroup ? group : []))
  }

  async function take(): Promise<void> {
    // One by one: each that begins may fill its group.
    while (!stopping.signal.aborted && running.size < atOnce) {
      const [item] = await boss.fetch<object>(name, { includeMetadata: true, ignoreGroups: fullGroups() })
      if (!item) return
      running.set(item, settle(item))
    }
  }

  async function settle(item: JobWithMetadata): Promise<void> {
    try {
      const result = await withinSeconds(item, run(item))
      if (result.status === 'completed') await boss.complete(name, item)
      else await boss.fail(name, item, result.output ?? null)
    } catch (error) {
      // The job then counts as running until its time is over, and is tried again.
      onError(error)
    } finally {
      running.delete(item)
      lookSoon()
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
    async stop(graceMs) {
      stopping.abort()
      lookSoon()
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
