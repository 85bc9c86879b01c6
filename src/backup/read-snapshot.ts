import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { connectOwner } from '../platform/db/connect-owner.ts'
import {
  type Table,
  countRows,
  listTables,
  quoted,
  quotedColumns,
  readJobsVersion,
  readSequences,
} from './catalog.ts'
import { checksumLine } from './checksums.ts'
import { copyOut } from './copy-rows.ts'
import { readDataFiles } from './data-files.ts'
import { type CopyTarget, copyFiles, copyName, keepFilesMeanwhile } from './file-copies.ts'
import { type BackedUpTable, type BackupManifest, formatVersion, manifestName } from './manifest.ts'
import { partName, storedFilesName } from './manifest.ts'
import { type TarEntry, entryOf } from './pack-tar.ts'

const zip = promisify(gzip)
/** Of the rows that are held in memory, so that the archive can say how long a part is before it begins. */
const partLength = 4 * 1024 * 1024
/** The migration that makes the role for backups. */
const roleMigration = '0012-backup.sql'

export interface SnapshotSource {
  url: string
  dataDir: string
  version: string
  now: Date
  /** Whether files of receipts are in a store of their own, which backups leave alone. */
  hasFileStore?: boolean
}

export interface SnapshotTotals {
  tables: number
  rows: number
  files: number
  /** Files of receipts: those that have a copy beside the backup, and those that were not to be found. */
  copies: string[]
  lost: string[]
}

/** Everything as it was at one moment, while others go on working. */
export async function* readSnapshot(
  source: SnapshotSource,
  totals: SnapshotTotals,
  target: CopyTarget | undefined,
): AsyncGenerator<TarEntry> {
  const client = await connectOwner(source.url, 'millrace_backup')
  try {
    if (target) await keepFilesMeanwhile(client)
    const tables = await beginSnapshot(client)
    const manifest = await readManifest(client, source, tables, target?.key)
    yield entryOf(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
    if (target) {
      const list = await copyAll(client, source.dataDir, target, totals)
      if (list.length > 0) yield entryOf(storedFilesName, list)
    }
    // After the moment of the rows: a secret that is replaced meanwhile is kept beside the new one, and so is in here.
    for await (const file of readDataFiles(source.dataDir)) {
      yield file
      totals.files += 1
    }
    for (const table of manifest.tables) {
      yield* readTable(client, table)
      totals.rows += table.rows
      totals.tables += 1
    }
    // Nothing is meant to stay of what was done to be able to read.
    await client.query('rollback')
  } finally {
    await client.end()
  }
}

/** As pg_dump does: what is locked cannot be altered before it is read, and everybody goes on reading and writing. */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  const before = await listTables(client)
  if (!before.some(({ schema, name }) => schema === 'migrations' && name === 'applied')) {
    throw new StartError('There is nothing to back up. The database has not been set up yet.')
  }
  const hasRole = await client.query('select from migrations.applied where name = $1', [roleMigration])
  const names = before.map(quoted).join(', ')
  await client.query(
    `begin isolation level repeatable read;
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local time zone 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  )
  if (hasRole.rowCount) {
    await client.query(`set local role millrace_backup; set transaction read only`)
    await client.query(`lock table ${names} in access share mode`)
  } else {
    // Set up before there was such a role: its owner looks past the protection of rows, alone and for this moment.
    await client.query(`lock table ${names} in access exclusive mode`)
    const { rows } = await client.query<{ name: string }>(
      'select oid::regclass::text as name from pg_class where relforcerowsecurity',
    )
    for (const { name } of rows) await client.query(`alter table ${name} no force row level security`)
  }
  const tables = await listTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before)) {
    throw new StartError('The database was being updated. Run the backup again.')
  }
  return tables
}

/** Copies files, and lists them as sha256sum does. */
async function copyAll(
  client: pg.Client,
  dataDir: string,
  target: CopyTarget,
  totals: SnapshotTotals,
): Promise<Buffer> {
  const lines: string[] = []
  for await (const { path, sha256 } of copyFiles(client, dataDir, target, (lost) => totals.lost.push(lost))) {
    lines.push(checksumLine(sha256, path))
    totals.copies.push(copyName(path, target.key))
  }
  return Buffer.from(lines.join(''))
}

async function readManifest(
  client: pg.Client,
  { version, now }: SnapshotSource,
  tables: readonly Table[],
  copyKey: string | undefined,
): Promise<BackupManifest> {
  const { rows: migrations } = await client.query<BackupManifest['migrations'][number]>(
    'select name, checksum from migrations.applied order by name',
  )
  const { rows } = await client.query<{ postgres: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres`,
  )
  const counted: BackedUpTable[] = []
  for (const table of tables) counted.push({ ...table, rows: await countRows(client, table) })
  return {
    format: formatVersion,
    version,
    postgres: rows[0]?.postgres ?? '',
    madeAt: now.toISOString(),
    migrations,
    jobsVersion: await readJobsVersion(client),
    ...(copyKey !== undefined && { copyKey }),
    sequences: await readSequences(client),
    tables: counted,
  }
}

/** In parts of whole rows, each of which is a file for COPY. An empty table has one part. */
async function* readTable(client: pg.Client, table: BackedUpTable): AsyncGenerator<TarEntry> {
  const rows = copyOut(client, `copy ${quoted(table)} (${quotedColumns(table)}) to stdout`, partLength)
  let parts = 0
  for await (const piece of rows) {
    parts += 1
    yield entryOf(`${partName(table, parts)}.gz`, await zip(piece as Buffer))
  }
  if (rows.rows !== table.rows)
    throw new Error(`${quoted(table)} has ${table.rows} rows, and ${rows.rows} were read`)
  if (parts === 0) yield entryOf(`${partName(table, 1)}.gz`, await zip(''))
}
