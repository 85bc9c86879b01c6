import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { installJobs } from '../jobs/install-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { projectFolder } from '../project-folder.ts'
import { connectOwner } from './connect-owner.ts'
import { DatabaseError } from './database-error.ts'

const folder = join(projectFolder, 'migrations')
// Any fixed number will do; this one only has to differ from other locks in this database.
const migrationLock = 5_172_012
const oldestPostgres = 15

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(from, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The name of the first migration that a database with rows in it is about to get. */
export type BeforeChange = (firstNew: string) => Promise<void>

/** All that are new, or none: where one fails the database stays as it was. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  beforeChange?: BeforeChange,
): Promise<string[]> {
  const missing = await findMissing(client, migrations)
  const [first] = missing
  if (!first) return []
  if (beforeChange && missing.length < migrations.length) await beforeChange(first.name)
  await client.query('begin')
  try {
    for (const migration of missing) await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return missing.map(({ name }) => name)
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new DatabaseError(
      `The migration ${name} failed, and nothing was changed: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

async function findMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(`create schema if not exists migrations`)
  await client.query(
    `create table if not exists migrations.applied (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.find((row) => !known.has(row.name))
  if (newer) {
    throw new DatabaseError(
      `The database was set up by a newer version of this program (it has ${newer.name}); start that one.`,
    )
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new DatabaseError(`The migration ${changed.name} was changed after it had been applied.`)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

interface MigrateOptions {
  beforeChange?: BeforeChange | undefined
  folder?: string | undefined
}

/** Brings the database to this version. Safe to run from any number of processes at once: they take turns. */
export async function migrate(
  url: string,
  jobs: readonly Job[],
  options: MigrateOptions = {},
): Promise<string[]> {
  return inMigrationTurn(url, async (client) => {
    const added = await applyMigrations(client, await readMigrations(options.folder), options.beforeChange)
    await installJobs(client, jobs)
    return added
  })
}

/** While this runs, nobody else changes tables or starts to work with them. */
export async function inMigrationTurn<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner(url, 'millrace_migrate')
  try {
    const { rows } = await client.query<{ major: number; version: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
    )
    const server = rows[0]
    if (!server || server.major < oldestPostgres) {
      throw new DatabaseError(
        `The database runs Postgres ${server?.version}; version ${oldestPostgres} or newer is needed.`,
      )
    }
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await work(client)
  } finally {
    await client.end()
  }
}
