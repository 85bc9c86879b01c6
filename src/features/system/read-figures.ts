import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { System } from './contract.ts'
import { isGivenUp } from './failed-work.ts'
import { lateMailMinutes } from './health-rules.ts'

/** The table keeps completed jobs for a week. Each of these counts uses an index that excludes them. */
export const jobFigures = `
  select pending.*, running, failed from (
    select count(*) filter (where start_after <= now())::int as waiting,
      ${isoMoment('min(start_after) filter (where start_after <= now())')} as "waitingSince",
      count(*) filter (where state = 'retry' and start_after > now())::int as retrying
    from pgboss.job where state < 'active' and not blocked
  ) pending,
  (select count(*)::int as running from pgboss.job where state = 'active') active,
  (select count(*)::int as failed from pgboss.job where ${isGivenUp}) given_up`

export async function readJobFigures({ client }: Transaction): Promise<System['jobs']> {
  const { rows } = await client.query<System['jobs']>(jobFigures)
  const [figures] = rows
  if (!figures) throw new Error('the figures of jobs are one row')
  return figures
}

interface DatabaseFigures {
  version: string
  /** Null if the role lacks the privilege to connect to the database. */
  bytes: number | null
  lastBackup: string | null
  failedMails: number
  lateMails: number
  retryingMails: number
}

const databaseFigures = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    case when has_database_privilege(current_database(), 'connect')
      then pg_database_size(current_database())::float8 end as bytes,
    (select value from platform.installation where name = 'last-backup') as "lastBackup",
    (select count(*)::int from mails
      where state = 'failed' and created_at > now() - interval '24 hours') as "failedMails",
    (select count(*)::int from mails
      where state = 'queued' and created_at < now() - interval '${lateMailMinutes} minutes') as "lateMails",
    (select count(*)::int from mails where state = 'queued' and last_error is not null) as "retryingMails"`

export async function readDatabaseFigures({ client }: Transaction): Promise<DatabaseFigures> {
  const { rows } = await client.query<DatabaseFigures>(databaseFigures)
  const [figures] = rows
  if (!figures) throw new Error('the figures of the database are one row')
  return figures
}
