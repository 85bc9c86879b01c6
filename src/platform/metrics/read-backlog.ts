import type { Database } from '../db/connect.ts'
import { withPlatform } from '../db/transaction.ts'

export interface Backlog {
  jobs: readonly JobCount[]
  mails: MailCounts
  /** When the last backup was made; null when none is known. */
  lastBackupAt: Date | null
}

interface JobCount {
  kind: string
  state: 'waiting' | 'running' | 'failed'
  count: number
  /** Seconds since the oldest was due; 0 for those that do not wait. */
  age: number
}

interface MailCounts {
  queued: number
  oldestQueuedAge: number
  failedInADay: number
}

/** The table keeps a week of jobs that are done; each of these goes along an index that leaves them out. */
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

/** What waits to be done in all of the installation, whichever process will do it. */
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

/** Written by a command, or by hand. */
function readMoment(text: string | undefined): Date | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}
