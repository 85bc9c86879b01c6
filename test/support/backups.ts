import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { program } from '../../scripts/prepare.mjs'
import { listTables, quoted } from '../../src/backup/catalog.ts'
import { contentOf, readHeader } from '../../src/backup/check-backup.ts'
import { parseFrame, tableSchema } from '../../src/backup/format.ts'
import { openBackup } from '../../src/backup/open-backup.ts'
import { applyMigrations, readMigrations } from '../../src/platform/db/migrate.ts'
import { jobsSchema } from '../../src/platform/jobs/install-jobs.ts'
import { programEnv } from './product.ts'

async function connectTo<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Drops the tables and columns that the migrations from this one on have added. Everything else they created
 * stays.
 */
export async function revokeTables(url: string, from: string): Promise<void> {
  const name = `millrace_earlier_${randomBytes(6).toString('hex')}`
  await queryAt(inject('serverUrl'), `create database ${name}`)
  const earlier = new URL(inject('serverUrl'))
  earlier.pathname = `/${name}`
  const migrations = (await readMigrations()).filter((migration) => migration.name < from)
  const tables = await connectTo(earlier.href, async (client) => {
    await applyMigrations(client, migrations)
    return new Map((await listTables(client)).map((table) => [quoted(table), new Set(table.columns)]))
  })
  await queryAt(inject('serverUrl'), `drop database ${name} with (force)`)
  await connectTo(url, async (client) => {
    for (const table of await listTables(client)) {
      if (table.schema === jobsSchema) continue
      const columns = tables.get(quoted(table))
      if (!columns) await client.query(`drop table ${quoted(table)} cascade`)
      for (const column of columns ? table.columns : []) {
        if (!columns?.has(column)) {
          await client.query(
            `alter table ${quoted(table)} drop column ${pg.escapeIdentifier(column)} cascade`,
          )
        }
      }
    }
  })
}

export async function queryAt<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  return connectTo(url, async (client) => (await client.query<Row>(text)).rows)
}

/** Returns the rows of each table in a backup, sorted by content. */
export async function rowsIn(file: string): Promise<Map<string, string[]>> {
  const backup = await openBackup(file, async () => '')
  const tables = new Map<string, string[]>()
  try {
    const frames = backup.frames()
    await readHeader(frames)
    for await (const frame of frames) {
      if (frame.kind !== 'T') continue
      const { schema, name } = parseFrame(tableSchema, frame)
      const pieces: Buffer[] = []
      for await (const piece of contentOf(frames)) pieces.push(piece)
      const text = Buffer.concat(pieces).toString()
      tables.set(`${schema}.${name}`, text.split('\n').slice(0, -1).toSorted())
    }
  } finally {
    await backup.close()
  }
  return tables
}

/** Returns everything about the tables that loading rows must not change, and the functions, which no backup holds. */
export function shapeOf(url: string) {
  return queryAt(
    url,
    `select 'force' as kind, oid::regclass::text as place, relforcerowsecurity::text as what
       from pg_class where relrowsecurity
     union all select 'trigger', tgrelid::regclass::text, tgname || tgenabled::text
       from pg_trigger where not tgisinternal
     union all select 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where conrelid <> 0
     union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid)
       from pg_proc where pronamespace = 'platform'::regnamespace
     union all select 'policy', tablename, policyname || roles::text || coalesce(qual, '') from pg_policies
     order by 1, 2, 3`,
  )
}

/** Writes a modified copy of a backup, with a valid checksum if `fits` is true. */
export async function forge(file: string, change: (body: Buffer) => Buffer, fits: boolean): Promise<string> {
  const whole = await readFile(file)
  const body = change(Buffer.from(whole.subarray(0, -32)))
  const forged = `${file}-forged`
  const digest = fits ? createHash('sha256').update(body).digest() : whole.subarray(-32)
  await writeFile(forged, Buffer.concat([body, digest]))
  return forged
}

/** Runs one of the real programs until it exits. */
export async function runProgram(
  name: 'backup' | 'restore' | 'seed' | 'rotate-key',
  env: Record<string, string>,
  ...args: string[]
) {
  const child = spawn(process.execPath, [program(name), ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: text.trim() }
}
