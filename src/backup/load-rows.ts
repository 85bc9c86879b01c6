import pg from 'pg'
import { StartError } from '../config.ts'
import { type Guards, countRows, listTables, quoted, quotedColumns, readGuards } from './catalog.ts'
import { contentOf, readHeader } from './check-backup.ts'
import { copyIn } from './copy-rows.ts'
import {
  type BackedUpTable,
  type BackupHeader,
  type Frame,
  type Sequence,
  damaged,
  fileSchema,
  parseFrame,
  sequencesSchema,
  tableSchema,
} from './format.ts'
import type { OpenBackup } from './open-backup.ts'
import type { PreparedFiles } from './restored-files.ts'

/** Fills the tables from the backup, in the transaction that the client is in, and hands files on. */
export async function loadRows(client: pg.Client, backup: OpenBackup, files: PreparedFiles): Promise<void> {
  const frames = backup.frames()
  const header = await readHeader(frames)
  await assertSameTables(client, header)
  const guards = await readGuards(client)
  await putAside(client, guards)
  await assertNoPeople(client)
  await client.query(`truncate ${(await listTables(client)).map(quoted).join(', ')}`)
  for await (const frame of frames) {
    if (frame.kind === 'F') await files.add(parseFrame(fileSchema, frame), contentOf(frames))
    if (frame.kind === 'T') await loadTable(client, tableOf(header, frame), frames)
    if (frame.kind === 'S') await setSequences(client, parseFrame(sequencesSchema, frame))
  }
  for (const table of header.tables) {
    const rows = await countRows(client, table)
    if (rows !== table.rows)
      throw new StartError(`Only ${rows} of ${table.rows} rows of ${quoted(table)} arrived.`)
  }
  await putBack(client, guards)
}

const notEmpty = 'The database is not empty: restore into one that nobody has used yet.'

/** The connection must see all rows. */
export async function assertNoPeople(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select from auth.users union all select from businesses limit 1`)
  if (rows.length > 0) throw new StartError(notEmpty)
}

async function assertSameTables(client: pg.Client, header: BackupHeader): Promise<void> {
  const present = new Map((await listTables(client)).map((table) => [quoted(table), new Set(table.columns)]))
  for (const table of header.tables) {
    const columns = present.get(quoted(table))
    if (columns && table.columns.every((column) => columns.has(column))) continue
    throw new StartError(
      `The backup has a table that this version does not make (${table.schema}.${table.name}): restore it with Millrace ${header.version}, and update then.`,
    )
  }
}

/** References are checked when they are made again, all at once, so that the order of tables does not matter. */
async function putAside(client: pg.Client, { forced, triggers, references }: Guards): Promise<void> {
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  for (const { table, name } of triggers) {
    await client.query(`alter table ${table} disable trigger ${pg.escapeIdentifier(name)}`)
  }
  for (const table of forced) await client.query(`alter table ${table} no force row level security`)
}

async function putBack(client: pg.Client, { forced, triggers, references }: Guards): Promise<void> {
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  }
  for (const { table, name } of triggers) {
    await client.query(`alter table ${table} enable trigger ${pg.escapeIdentifier(name)}`)
  }
  for (const table of forced) await client.query(`alter table ${table} force row level security`)
}

function tableOf({ tables }: BackupHeader, frame: Frame): BackedUpTable {
  const { schema, name } = parseFrame(tableSchema, frame)
  const table = tables.find((one) => one.schema === schema && one.name === name)
  if (!table) throw damaged('its tables are not those of its header')
  return table
}

async function loadTable(client: pg.Client, table: BackedUpTable, frames: AsyncGenerator<Frame>) {
  await copyIn(client, `copy ${quoted(table)} (${quotedColumns(table)}) from stdin`, contentOf(frames))
}

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      quoted(sequence),
      sequence.value,
      sequence.isCalled,
    ])
  }
}
