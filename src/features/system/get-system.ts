import { statfs } from 'node:fs/promises'
import type { Database } from '../../platform/db/connect.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { type Transaction, withPlatform } from '../../platform/db/transaction.ts'
import { readRatesState } from '../rates/fetch-rates.ts'
import type { System } from './contract.ts'
import { isGivenUp } from './failed-jobs.ts'
import { type HealthFacts, describeHealth, lateMailMinutes } from './health-rules.ts'
import type { SystemDeps } from './system-deps.ts'

export async function getSystem({
  database,
  installation,
  platformMail,
  cards,
  now,
}: Omit<SystemDeps, 'jobs'>): Promise<System> {
  const { isEmbeddedDatabase, dataDir, startedAt, version, hasBanks } = installation
  const [databaseMs, disk] = await Promise.all([measureResponse(database), readVolume(dataDir)])
  const { jobs, figures, rates } = await withPlatform(database, async (tx) => ({
    jobs: await readJobFigures(tx),
    figures: await readDatabaseFigures(tx),
    rates: await readRatesState(tx),
  }))
  const lastBackupAt = readMoment(figures.lastBackup)
  return {
    version,
    nodeVersion: process.versions.node,
    postgresVersion: figures.version,
    isEmbeddedDatabase,
    startedAt: startedAt.toISOString(),
    databaseBytes: figures.bytes,
    diskFreeBytes: disk?.freeBytes ?? null,
    lastBackupAt,
    jobs,
    health: describeHealth({
      now: now(),
      databaseMs,
      jobs,
      mail: {
        smtpHost: platformMail.smtp?.host ?? null,
        failedInADay: figures.failedMails,
        late: figures.lateMails,
        retrying: figures.retryingMails,
      },
      disk,
      backup: { lastAt: lastBackupAt, isEmbeddedDatabase },
      hasLiveCards: cards.isLive,
      hasBanks,
      rates,
    }),
  }
}

/** Measures a query including the wait for a connection, as every request experiences it. */
async function measureResponse(database: Database): Promise<number> {
  const startedAt = performance.now()
  await database.platform.query('select 1')
  return performance.now() - startedAt
}

async function readVolume(folder: string): Promise<HealthFacts['disk']> {
  const volume = await statfs(folder).catch(() => null)
  // Some network file systems do not report their size.
  if (!volume || volume.blocks === 0) return null
  return { freeBytes: volume.bavail * volume.bsize, totalBytes: volume.blocks * volume.bsize }
}

/** Parses a date that the backup command or the operator wrote. */
function readMoment(text: string | null): string | null {
  const moment = new Date(text ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

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

async function readJobFigures({ client }: Transaction): Promise<System['jobs']> {
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

async function readDatabaseFigures({ client }: Transaction): Promise<DatabaseFigures> {
  const { rows } = await client.query<DatabaseFigures>(databaseFigures)
  const [figures] = rows
  if (!figures) throw new Error('the figures of the database are one row')
  return figures
}
