import type { Database } from '../db/connect.ts'
import { withPlatform } from '../db/transaction.ts'

export interface Backlog {
  jobs: readonly JobCount[]
  mails: MailCounts
  /** When the last backup was made; null if it is unknown. */
  lastBackupAt: Date | null
}

interface JobCount {
  kind: string
  state: 'waiting' | 'running' | 'failed'
  count: number
  /** Seconds since the oldest one became due; 0 for jobs that are not waiting. */
  age: number
}

interface MailCounts {
  queued: number
  oldestQueuedAge: number
  failedInADay: number
}

/** The table keeps finished jobs for a week. Each part uses an index that excludes them. */
export const jobCounts = `
  select name as kind, 'waiting' as state, count(*)::int as count,
    extract(epoch from now() - min(start_after))::float8 as age
  from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name
  union all
  select name, 'running', count(*)::int, 0 from pgboss.job where state = 'active' group by name
  union all
  select name, 'failed', count(*)::int, 0 from pgboss.job
  where state = 'failed' and completed_on > now() - interval '7 days' group by name`

export const mailCounts = `
  select queued.*, failed.* from (
    select count(*)::int as queued,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestQueuedAge"
    from mails where state = 'queued'
  ) queued,
  (select count(*)::int as "failedInADay" from mails
    where state = 'failed' and created_at > now() - interval '24 hours') failed`

const lastBackup = `select value from platform.installation where name = 'last-backup'`

/** Reads the waiting work of the whole installation, for all processes. */
export function readBacklog(database: Database): Promise<Backlog> {
  return withPlatform(database, async ({ client }) => {
    const [jobs, mails, backup] = await Promise.all([
      client.query<JobCount>(jobCounts),
      client.query<MailCounts>(mailCounts),
      client.query<{ value: string }>(lastBackup),
    ])
    const [counts] = mails.rows
    if (!counts) throw new Error('the counts of mails are one row')
    return { jobs: jobs.rows, mails: counts, lastBackupAt: readMoment(backup.rows[0]?.value) }
  })
}

/** Parses a timestamp that a command or the operator wrote. */
function readMoment(text: string | undefined): Date | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}
