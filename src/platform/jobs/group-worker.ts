import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobGroups } from './job.ts'

interface GroupWorkerOptions extends Omit<JobGroups<object>, 'of'> {
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail'>
  name: string
  /** Gives a job the priority `wasTried`, which it keeps if this process dies. */
  markTried: (item: JobWithMetadata) => Promise<void>
  run: (item: JobWithMetadata) => Promise<JobResult>
  pollingMs: number
  onError: (error: unknown) => void
}

export interface GroupWorker {
  /** Polls for jobs now. */
  wake(): void
  /** Stops taking jobs. Jobs that do not finish within this time are left to the next process. */
  stop(graceMs: number): Promise<void>
}

/** The priority of a job after its first try (0 before), so that retries run first, up to their limit. */
export const wasTried = 1

/** Unlike pg-boss's own workers, which finish a batch first, leaves room beside a group of slow jobs. */
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
    const priorityLimit = retries.length >= retriesAtOnce ? { maxPriority: wasTried - 1 } : {}
    // Groups without a running job come first, so that a slow group's slot goes to another one.
    for (const count of running.size > 0 ? [1, perGroup] : [perGroup]) {
      // Recalculated before the second query, because jobs may have finished in the meantime.
      if (stopping.signal.aborted) return undefined
      const ignoreGroups = groupsWith(count)
      const [item] = await boss.fetch<object>(name, { includeMetadata: true, ignoreGroups, ...priorityLimit })
      if (item) return item
    }
    return undefined
  }

  async function take(): Promise<void> {
    // One by one, because each job that starts may fill its group.
    while (running.size < atOnce) {
      const item = await fetchNext()
      if (!item) return
      running.set(item, runToEnd(item))
    }
  }

  async function runToEnd(item: JobWithMetadata): Promise<void> {
    try {
      if (item.priority < wasTried) await markTried(item)
      const result = await withinSeconds(item, run(item))
      if (result.status === 'completed') await boss.complete(name, item)
      else await boss.fail(name, item, result.output ?? null)
    } catch (error) {
      // The job counts as running until it expires, and is then retried.
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

/** Calls `end` after a delay, or as soon as the returned function is called. */
function pause(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** Fails a run that takes too long, so that it does not occupy its slot forever. */
async function withinSeconds(
  { id, expireInSeconds }: JobWithMetadata,
  run: Promise<JobResult>,
): Promise<JobResult> {
  const timeout = Promise.withResolvers<JobResult>()
  const output = { message: `It took longer than ${expireInSeconds} seconds.` }
  const clear = pause(expireInSeconds * 1000, () => timeout.resolve({ id, status: 'failed', output }))
  try {
    return await Promise.race([run, timeout.promise])
  } finally {
    clear()
  }
}
