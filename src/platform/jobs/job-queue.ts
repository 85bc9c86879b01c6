import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { Transaction } from '../db/transaction.ts'
import { failureText } from './failure-text.ts'
import { type GroupWorker, startGroupWorker, wasTried } from './group-worker.ts'
import { jobsSchema } from './install-jobs.ts'
import type { Job, JobHandler } from './job.ts'
import { watchQueues } from './watch-queues.ts'

/** How many jobs of a kind run at once in a process. */
const batchSize = 5
/** How often a queue polls without a notification, as a fallback. */
const fallbackPollSeconds = 60
const stopTimeoutMs = 10_000

export interface JobQueue {
  /** Adds a job in the caller's transaction. The job exists only if the transaction commits. */
  enqueue<Data extends object>(
    tx: Transaction,
    job: Job<Data>,
    data: Data,
    options?: { startAfterSeconds?: number },
  ): Promise<void>
  /** Runs a failed job once more, in the caller's transaction. Of several callers at once, one gets true. */
  retry(tx: Transaction, name: string, id: string): Promise<boolean>
  work<Data extends object>(job: Job<Data>, handler: JobHandler<Data>): Promise<void>
  /** Adds the job periodically, once for all processes together. `cron` is in UTC. */
  schedule<Data extends object>(job: Job<Data>, cron: string, data: Data): Promise<void>
  /** Removes a schedule, even if another process or an earlier start added it. */
  unschedule(job: Job): Promise<void>
  /** Throws if jobs cannot be read. */
  check(): Promise<void>
  stop(): Promise<void>
}

interface JobQueueOptions {
  database: Database
  log: Logger
  /** False in a process that only adds jobs. */
  runsJobs: boolean
  pollingIntervalSeconds?: number
}

export async function startJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { database, log, runsJobs, pollingIntervalSeconds = 1 } = options
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.platform.query(text, values) },
    schema: jobsSchema,
    migrate: false,
    supervise: runsJobs,
    schedule: runsJobs,
    // Needs the owner's rights, which the app does not have.
    reindex: false,
  })
  const onError = (error: unknown) => log.error({ err: error }, 'background jobs: error')
  boss.on('error', onError)
  await boss.start()
  const groupWorkers: GroupWorker[] = []
  const watch = watchQueues({ pool: database.platform, everyMs: pollingIntervalSeconds * 1000, onError })

  return {
    async enqueue(tx, job, data, { startAfterSeconds } = {}) {
      const group = job.groups?.of(data)
      await boss.send(job.name, job.data.parse(data), {
        ...(group !== undefined && { group: { id: group } }),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        db: { executeSql: (text, values) => tx.client.query(text, values) },
      })
    },
    async retry({ client }, name, id) {
      // Like pg-boss's own retry, which neither reports whether the job existed nor sets start_after. Without
      // that, the job would seem to have waited since its last try.
      const { rowCount } = await client.query(
        `update ${jobsSchema}.job
         set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
         where name = $1 and id = $2 and state = 'failed'`,
        [name, id],
      )
      return rowCount === 1
    },
    async work(job, handler) {
      const runOne = async (item: JobWithMetadata): Promise<JobResult> => {
        const run = { retryCount: item.retryCount, isLastTry: item.retryCount >= item.retryLimit }
        try {
          await handler(job.data.parse(item.data), run)
          return { id: item.id, status: 'completed' }
        } catch (error) {
          log.warn({ err: error, job: job.name, jobId: item.id, ...run }, 'a job failed')
          return { id: item.id, status: 'failed', output: { message: failureText(error) } }
        }
      }
      if (job.groups) {
        const worker = startGroupWorker({
          boss,
          name: job.name,
          ...job.groups,
          // pg-boss cannot change a job that has started.
          async markTried({ id }) {
            await database.platform.query(
              `update ${jobsSchema}.job set priority = $3 where name = $1 and id = $2`,
              [job.name, id, wasTried],
            )
          },
          run: runOne,
          pollingMs: fallbackPollSeconds * 1000,
          onError: (error) => log.error({ err: error, job: job.name }, 'background jobs: error'),
        })
        groupWorkers.push(worker)
        watch.add(job.name, worker.wake)
        return
      }
      const workerId = await boss.work(
        job.name,
        // Each job of a batch succeeds or fails separately. A full batch is followed by the next at once.
        {
          includeMetadata: true,
          perJobResults: true,
          batchSize,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: fallbackPollSeconds,
        },
        (items: JobWithMetadata[]) => Promise.all(items.map(runOne)),
      )
      watch.add(job.name, () => boss.notifyWorker(workerId))
    },
    async schedule(job, cron, data) {
      await boss.schedule(job.name, cron, job.data.parse(data))
    },
    async unschedule(job) {
      await boss.unschedule(job.name)
    },
    async check() {
      await boss.getQueues()
    },
    async stop() {
      // All at the same time, because a worker that still runs would take another job.
      await Promise.all([
        watch.stop(),
        boss.stop({ graceful: true, timeout: stopTimeoutMs }),
        ...groupWorkers.splice(0).map((worker) => worker.stop(stopTimeoutMs)),
      ])
    },
  }
}
