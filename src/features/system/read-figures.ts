import { isoMoment } from '../../platform/db/iso-moment.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { System } from './contract.ts'
import { isGivenUp } from './failed-work.ts'
import { lateMailMinutes } from './health-rules.ts'

/** The table keeps a week of jobs that are done; each of these goes along an index that leaves them out. */
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
  /** Null where only some roles may connect to the database, and this one is not among them. */
  bytes: number | null
  lastBackup: string | null
  failedMails: number
  lateMails: number
  putOffMails: number
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
    (select count(*)::int from mails where state = 'queued' and last_error is not null) as "putOffMails"`

export async function readDatabaseFigures({ client }: Transaction): Promise<DatabaseFigures> {
  const { rows } = await client.query<DatabaseFigures>(databaseFigures)
  const [figures] = rows
  if (!figures) throw new Error('the figures of the database are one row')
  return figures
}
