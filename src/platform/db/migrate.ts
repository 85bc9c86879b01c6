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

/** The numbered migrations, each of which is applied once. */
export async function readMigrations(from = folder): Promise<Migration[]> {
  return readSql(from, '')
}

/** Functions, triggers and policies, one rule a file. A file is applied again whenever its text has changed. */
export async function readRules(from = folder): Promise<Migration[]> {
  return readSql(from, 'always/')
}

async function readSql(from: string, subfolder: string): Promise<Migration[]> {
  const files = (await readdir(join(from, subfolder))).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const name = subfolder + file
      const sql = await readFile(join(from, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The name of the first migration that a database with rows in it is about to get. */
export type BeforeChange = (firstNew: string) => Promise<void>

interface ApplyOptions {
  rules?: readonly Migration[]
  beforeChange?: BeforeChange | undefined
}

/** All that are new, and the rules that have changed, or nothing: where one fails the database stays as it was. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  { rules = [], beforeChange }: ApplyOptions = {},
): Promise<string[]> {
  // Refuses a database of a newer version, whose rules this program must not replace by its own.
  const missing = await findMissing(client, migrations)
  const [first] = [...missing, ...(await findChanged(client, rules))]
  if (!first) return []
  if (beforeChange && missing.length < migrations.length) await beforeChange(first.name)
  await client.query('begin')
  try {
    for (const migration of missing) await apply(client, migration, noteMigration)
    // Asked again: a migration that drops what a rule has made also deletes the record of that rule.
    const changed = await findChanged(client, rules)
    for (const rule of changed) await apply(client, rule, noteRule)
    await forgetOtherRules(client, rules)
    await client.query('commit')
    return [...missing, ...changed].map(({ name }) => name)
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const noteMigration = 'insert into migrations.applied (name, checksum) values ($1, $2)'
const noteRule = `insert into migrations.repeatable (name, checksum) values ($1, $2)
  on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`

async function apply(client: pg.Client, { name, sql, checksum }: Migration, note: string): Promise<void> {
  try {
    await client.query(sql)
    await client.query(note, [name, checksum])
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
      `The database was set up by a newer version of this program (it has ${newer.name}). Start that version.`,
    )
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new DatabaseError(`The migration ${changed.name} was changed after it had been applied.`)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function findChanged(client: pg.Client, rules: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists migrations.repeatable (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.repeatable',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  return rules.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

/** A file that was removed or renamed: should its name come back, it is applied, whatever its text. */
async function forgetOtherRules(client: pg.Client, rules: readonly Migration[]): Promise<void> {
  const names = rules.map(({ name }) => name)
  await client.query('delete from migrations.repeatable where name <> all($1)', [names])
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
    const added = await applyMigrations(client, await readMigrations(options.folder), {
      rules: await readRules(options.folder),
      beforeChange: options.beforeChange,
    })
    await installJobs(client, jobs)
    return added
  })
}

/** While this runs, no other process changes tables or starts to work with them. */
export async function inMigrationTurn<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOwner(url, 'millrace_migrate')
  try {
    const { rows } = await client.query<{ major: number; version: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`,
    )
    const server = rows[0]
    if (!server || server.major < oldestPostgres) {
      throw new DatabaseError(
        `The database runs Postgres ${server?.version}. Version ${oldestPostgres} or newer is needed.`,
      )
    }
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await work(client)
  } finally {
    await client.end()
  }
}
