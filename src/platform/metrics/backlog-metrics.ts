import type { Logger } from 'pino'
import type { Gauge } from 'prom-client'
import type { Database } from '../db/connect.ts'
import { within } from '../within.ts'
import { atMostEvery } from './at-most-every.ts'
import { type Backlog, readBacklog } from './read-backlog.ts'

export type CreateGauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames?: Label[],
) => Gauge<Label>

interface BacklogOptions {
  database: Database
  log: Logger
  jobKinds: readonly string[]
}

const readEveryMs = 5000
/** Prometheus waits ten seconds, and needs the figures of the process most when the database is down. */
const timeoutMs = 3000

export function createBacklogMetrics(gauge: CreateGauge, { database, log, jobKinds }: BacklogOptions) {
  const up = gauge('millrace_database_up', 'Whether the database gave the figures below: 1 or 0.')
  const jobs = gauge('millrace_jobs', 'Jobs that are due, running, or failed in the last 7 days.', [
    'kind',
    'state',
  ])
  const oldestJob = gauge('millrace_jobs_oldest_due_age_seconds', 'How long the oldest job has been due.', [
    'kind',
  ])
  const queued = gauge('millrace_mails_queued', 'Emails waiting to be sent.')
  const oldestMail = gauge('millrace_mails_oldest_queued_age_seconds', 'How long the oldest one has waited.')
  const failed = gauge('millrace_mails_failed', 'Emails from the last 24 hours that could not be sent.')
  const lastBackup = gauge(
    'millrace_last_backup_timestamp_seconds',
    'When the last backup was made; missing until one is known.',
  )

  function show({ jobs: counts, mails, lastBackupAt }: Backlog) {
    for (const kind of jobKinds) {
      for (const state of ['waiting', 'running', 'failed']) jobs.set({ kind, state }, 0)
      oldestJob.set({ kind }, 0)
    }
    for (const { kind, state, count, age } of counts) {
      jobs.set({ kind, state }, count)
      if (state === 'waiting') oldestJob.set({ kind }, age)
    }
    queued.set(mails.queued)
    oldestMail.set(mails.oldestQueuedAge)
    failed.set(mails.failedInADay)
    if (lastBackupAt) lastBackup.set(lastBackupAt.getTime() / 1000)
  }

  const read = atMostEvery(readEveryMs, () => readBacklog(database))
  return {
    async refresh() {
      const backlog = await within(timeoutMs, read()).catch((err: unknown) => {
        log.warn({ err }, 'the database gave no figures')
        return undefined
      })
      up.set(backlog ? 1 : 0)
      // Old figures must not look like current ones.
      for (const each of [jobs, oldestJob]) each.reset()
      for (const each of [queued, oldestMail, failed, lastBackup]) each.remove()
      if (backlog) show(backlog)
    },
  }
}
