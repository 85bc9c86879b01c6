import type pg from 'pg'
import { jobsSchema } from './install-jobs.ts'

interface WatchOptions {
  pool: pg.Pool
  everyMs: number
  onError: (error: unknown) => void
}

export interface QueueWatch {
  /** Calls `wake` whenever a job of this queue is due. */
  add(name: string, wake: () => void): void
  stop(): Promise<void>
}

const dueQueues = `
  select name from unnest($1::text[]) as watched (name)
  where exists (
    select from ${jobsSchema}.job j
    where j.name = watched.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

/** Polls all queues with one query, instead of dozens of useless queries per second. */
export function watchQueues({ pool, everyMs, onError }: WatchOptions): QueueWatch {
  const watched = new Map<string, () => void>()
  let polling: Promise<void> = Promise.resolve()
  let isStopped = false

  async function poll(): Promise<void> {
    if (watched.size === 0) return
    try {
      const { rows } = await pool.query<{ name: string }>({
        name: 'due-queues',
        text: dueQueues,
        values: [[...watched.keys()]],
      })
      if (!isStopped) for (const { name } of rows) watched.get(name)?.()
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }

  const schedule = () =>
    setTimeout(() => {
      polling = poll().finally(() => {
        if (!isStopped) timer = schedule()
      })
    }, everyMs)
  let timer = schedule()

  return {
    add: (name, wake) => void watched.set(name, wake),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
