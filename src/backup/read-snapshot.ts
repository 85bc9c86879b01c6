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
import { copyOut } from './copy-rows.ts'
import { listDataFiles, openDataFile } from './data-files.ts'
import { type BackupHeader, formatVersion, makeFrame } from './format.ts'

/** The migration that makes the role for backups. */
const roleMigration = '0012-backup.sql'

export interface SnapshotSource {
  url: string
  dataDir: string
  version: string
  now: Date
}

export interface SnapshotTotals {
  tables: number
  rows: number
  files: number
}

/** Everything as it was at one moment, in frames, while others go on working. */
export async function* readSnapshot(source: SnapshotSource, totals: SnapshotTotals): AsyncGenerator<Buffer> {
  const client = await connectOwner(source.url, 'millrace_backup')
  try {
    const tables = await beginSnapshot(client)
    const header = await readHeader(client, source, tables)
    yield makeFrame('H', header)
    // After the moment of the rows: a secret that is replaced meanwhile is kept beside the new one, and so is in here.
    yield* readFiles(source.dataDir, totals)
    for (const table of header.tables) {
      yield* readTable(client, table)
      totals.rows += table.rows
    }
    totals.tables = header.tables.length
    yield makeFrame('S', await readSequences(client))
    yield makeFrame('Z')
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
    throw new StartError('There is nothing to back up: the database has not been set up yet.')
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
    throw new StartError('The database was being updated at this moment: run the backup again.')
  }
  return tables
}

async function readHeader(
  client: pg.Client,
  { version, now }: SnapshotSource,
  tables: readonly Table[],
): Promise<BackupHeader> {
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    'select name, checksum from migrations.applied order by name',
  )
  const { rows } = await client.query<{ postgres: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres`,
  )
  const counted: BackupHeader['tables'] = []
  for (const table of tables) counted.push({ ...table, rows: await countRows(client, table) })
  return {
    format: formatVersion,
    version,
    postgres: rows[0]?.postgres ?? '',
    madeAt: now.toISOString(),
    migrations,
    jobsVersion: await readJobsVersion(client),
    tables: counted,
  }
}

async function* readFiles(dataDir: string, totals: SnapshotTotals): AsyncGenerator<Buffer> {
  for (const path of await listDataFiles(dataDir)) {
    const opened = await openDataFile(dataDir, path)
    if (!opened) continue
    try {
      yield makeFrame('F', opened.file)
      for await (const piece of opened.pieces()) yield makeFrame('D', piece)
      yield makeFrame('E')
      totals.files += 1
    } finally {
      await opened.close()
    }
  }
}

async function* readTable(client: pg.Client, table: BackupHeader['tables'][number]): AsyncGenerator<Buffer> {
  yield makeFrame('T', { schema: table.schema, name: table.name })
  const rows = copyOut(client, `copy ${quoted(table)} (${quotedColumns(table)}) to stdout`)
  for await (const piece of rows) yield makeFrame('D', piece as Buffer)
  if (rows.rows !== table.rows)
    throw new Error(`${quoted(table)} has ${table.rows} rows, and ${rows.rows} were read`)
  yield makeFrame('E')
}
