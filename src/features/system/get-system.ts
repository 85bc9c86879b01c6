import { statfs } from 'node:fs/promises'
import type { Database } from '../../platform/db/connect.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { System } from './contract.ts'
import { type HealthFacts, describeHealth } from './health-rules.ts'
import { readDatabaseFigures, readJobFigures } from './read-figures.ts'
import type { SystemDeps } from './system-deps.ts'

type Deps = Pick<SystemDeps, 'database' | 'installation' | 'platformMail' | 'cards' | 'now'>

export async function getSystem({ database, installation, platformMail, cards, now }: Deps): Promise<System> {
  const { isEmbeddedDatabase, dataDir, startedAt, version, hasBanks } = installation
  const [databaseMs, disk] = await Promise.all([measureResponse(database), readVolume(dataDir)])
  const { jobs, figures } = await withPlatform(database, async (tx) => ({
    jobs: await readJobFigures(tx),
    figures: await readDatabaseFigures(tx),
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
