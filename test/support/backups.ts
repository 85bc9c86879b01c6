import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { program } from '../../scripts/prepare.mjs'
import { listTables, quoted } from '../../src/backup/catalog.ts'
import { endLength, endOf } from '../../src/backup/checksums.ts'
import { openBackup } from '../../src/backup/open-backup.ts'
import { readManifest, readParts } from '../../src/backup/read-parts.ts'
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
  const entries = (await openBackup(file, async () => ''))()
  const manifest = await readManifest(entries)
  const tables = new Map<string, string[]>()
  for await (const { table, content } of readParts(manifest, entries)) {
    if (!table) continue
    const name = `${table.schema}.${table.name}`
    const rows = (await buffer(content)).toString().split('\n').slice(0, -1)
    tables.set(name, [...(tables.get(name) ?? []), ...rows].toSorted())
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

/** A backup with something changed in it. */
export async function forge(file: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const forged = `${file}-forged`
  await writeFile(forged, change(await readFile(file)))
  return forged
}

/** The same archive with a last line that fits what is before it. */
export function withFittingDigest(archive: Buffer): Buffer {
  const covered = archive.subarray(0, -endLength)
  return Buffer.concat([covered, endOf(createHash('sha256').update(covered).digest('hex'))])
}

type ProgramName = 'backup' | 'restore' | 'seed' | 'rotate-key'

/** Starts one of the real programs. */
export function spawnProgram(name: ProgramName, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [program(name), ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output: text.trim() })),
  )
  return { child, ended }
}

/** Runs one of the real programs to its end. */
export function runProgram(name: ProgramName, env: Record<string, string>, ...args: string[]) {
  return spawnProgram(name, env, ...args).ended
}

/** Changes one bit in the middle. */
export function flip(bytes: Buffer): Buffer {
  bytes[bytes.length >> 1]! ^= 1
  return bytes
}

const chunkLength = 64 * 1024 + 16
/** After the line with the MAC and the nonce. */
const chunksStart = (bytes: Buffer) => bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16

/** Swaps two encrypted chunks. */
export function swapChunks(bytes: Buffer): Buffer {
  const start = chunksStart(bytes)
  const [second, third] = [start + chunkLength, start + 2 * chunkLength]
  const chunks = [bytes.subarray(second, third), bytes.subarray(start, second)]
  return Buffer.concat([bytes.subarray(0, start), ...chunks, bytes.subarray(third)])
}

/** Removes the last encrypted chunk. */
export function lastChunkOff(bytes: Buffer): Buffer {
  // The last one may be as long as the others.
  return bytes.subarray(0, bytes.length - ((bytes.length - chunksStart(bytes)) % chunkLength || chunkLength))
}
