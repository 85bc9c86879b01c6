import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { installJobs } from '../jobs/install-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { projectFolder } from '../project-folder.ts'
import { DatabaseError } from './database-error.ts'

const folder = join(projectFolder, 'migrations')
// Any fixed number will do; this one only has to differ from other locks in this database.
const migrationLock = 5_172_012
const oldestPostgres = 15

async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyMigrations(client: pg.Client): Promise<string[]> {
  await client.query(`create schema if not exists migrations`)
  await client.query(
    `create table if not exists migrations.applied (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const migrations = await readMigrations()
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.find((row) => !known.has(row.name))
  if (newer) {
    throw new DatabaseError(
      `The database was set up by a newer version of this program (it has ${newer.name}); start that one.`,
    )
  }
  const added: string[] = []
  for (const { name, sql, checksum } of migrations) {
    const before = applied.get(name)
    if (before === checksum) continue
    if (before) throw new DatabaseError(`The migration ${name} was changed after it had been applied.`)
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new DatabaseError(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
    added.push(name)
  }
  return added
}

/** Brings the database to this version. Safe to run from any number of processes at once: they take turns. */
export async function migrate(url: string, jobs: readonly Job[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseError(`The database cannot be reached: ${(error as Error).message}`, { cause: error })
  }
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
    const added = await applyMigrations(client)
    await installJobs(client, jobs)
    return added
  } finally {
    await client.end()
  }
}
