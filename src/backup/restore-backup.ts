import { dirname, join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../config.ts'
import {
  type Migration,
  applyMigrations,
  inMigrationTurn,
  readMigrations,
  readRules,
} from '../platform/db/migrate.ts'
import { installJobs } from '../platform/jobs/install-jobs.ts'
import type { Job } from '../platform/jobs/job.ts'
import { readJobsVersion } from './catalog.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { copiesFolder } from './file-copies.ts'
import { assertNoPeople, loadRows } from './load-rows.ts'
import type { BackupManifest } from './manifest.ts'
import { type OpenBackup, openBackup } from './open-backup.ts'
import { assertNoOtherFiles, prepareFiles } from './restored-files.ts'

interface RestoreOptions {
  file: string
  dataDir: string
  jobs: readonly Job[]
  readPassphrase: () => Promise<string>
  /** Opened when the file is known to be good: to open it may make it. */
  openTarget: () => Promise<{ url: string; close(): Promise<void> }>
}

/** Restores a backup into an empty database and data folder, or changes nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<CheckedBackup> {
  const backup = await openBackup(options.file, options.readPassphrase)
  const copies = join(dirname(options.file), copiesFolder)
  const checked = await checkBackup(backup, copies)
  const known = await readMigrations()
  const wanted = migrationsOf(checked.manifest, known)
  await assertNoOtherFiles(options.dataDir, checked.files)
  const target = await options.openTarget()
  try {
    await inMigrationTurn(target.url, async (client) => {
      await assertUnused(client, wanted)
      await applyMigrations(client, wanted)
      await installJobs(client, [])
      await assertSameJobs(client, checked.manifest)
      await load(client, backup, checked, { dataDir: options.dataDir, copies })
      await applyMigrations(client, known, { rules: await readRules() })
      await installJobs(client, options.jobs)
      await client.query('analyze')
    })
  } finally {
    await target.close()
  }
  return checked
}

async function load(
  client: pg.Client,
  backup: OpenBackup,
  { files }: CheckedBackup,
  { dataDir, copies }: { dataDir: string; copies: string },
): Promise<void> {
  const prepared = await prepareFiles(dataDir)
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local time zone 'UTC'; set local datestyle = 'ISO';
       set local intervalstyle = 'postgres'`,
    )
    await loadRows(client, backup, prepared, copies)
    await assertNoOtherFiles(dataDir, files)
    await prepared.moveToTarget()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    await prepared.revert()
    throw error
  } finally {
    await prepared.close()
  }
}

/** Those of the backup, as this version has them. */
function migrationsOf({ migrations, version }: BackupManifest, known: readonly Migration[]): Migration[] {
  const ours = known.slice(0, migrations.length)
  const newer = migrations.find(({ name }) => !known.some((migration) => migration.name === name))
  if (newer) {
    throw new StartError(
      `The backup was made by a newer version of this program (${version}, it has ${newer.name}). Restore it with that version.`,
    )
  }
  const changed = migrations.find(
    ({ name, checksum }, n) => ours[n]?.name !== name || ours[n]?.checksum !== checksum,
  )
  if (changed) {
    throw new StartError(`The migration ${changed.name} in the backup does not match this version.`)
  }
  return ours
}

/** Looks at the target without leaving a trace. */
async function assertUnused(client: pg.Client, wanted: readonly Migration[]): Promise<void> {
  const { rows: found } = await client.query<{ applied: boolean; businesses: boolean }>(
    `select to_regclass('migrations.applied') is not null as applied,
       to_regclass('businesses') is not null and to_regclass('auth.users') is not null as businesses`,
  )
  if (found[0]?.businesses) {
    await client.query('begin; alter table businesses no force row level security')
    try {
      await assertNoPeople(client)
    } finally {
      await client.query('rollback')
    }
  }
  if (!found[0]?.applied) return
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations.applied')
  const newer = applied.find(({ name }) => !wanted.some((migration) => migration.name === name))
  if (newer) {
    throw new StartError(
      `The database was set up by a newer version than the backup (it has ${newer.name}). Restore into one that has never been set up.`,
    )
  }
}

async function assertSameJobs(client: pg.Client, { jobsVersion, version }: BackupManifest): Promise<void> {
  if (jobsVersion === null || jobsVersion === (await readJobsVersion(client))) return
  throw new StartError(
    `The backup comes from another version of the job queue (${jobsVersion}). Restore it with Millrace ${version}, then update.`,
  )
}
