import { Readable } from 'node:stream'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { countRows, listTables, quoted, quotedColumns, readGuards } from './catalog.ts'
import { copyIn } from './copy-rows.ts'
import type { BackupManifest } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { readCopies } from './read-copies.ts'
import { readManifest, readParts } from './read-parts.ts'
import type { PreparedFiles } from './restored-files.ts'

/** Fills the tables from the backup, in the transaction that the client is in, and hands files on. */
export async function loadRows(
  client: pg.Client,
  backup: OpenBackup,
  files: PreparedFiles,
  copies: string,
): Promise<void> {
  const entries = backup()
  const manifest = await readManifest(entries)
  await assertSameTables(client, manifest)
  const guards = await readGuards(client)
  // References are checked when they are made again, all at once, so that the order of tables does not matter.
  for (const { aside } of guards) await client.query(aside)
  await assertNoPeople(client)
  await client.query(`truncate ${(await listTables(client)).map(quoted).join(', ')}`)
  for await (const { file, table, isList, content } of readParts(manifest, entries)) {
    if (file) await files.add(file, content)
    if (isList) {
      for await (const { file: stored, bytes } of readCopies(copies, manifest, content))
        await files.add(stored, Readable.from([bytes]))
    }
    if (table) await copyIn(client, `copy ${quoted(table)} (${quotedColumns(table)}) from stdin`, content)
  }
  for (const { value, isCalled, ...sequence } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(sequence), value, isCalled])
  for (const table of manifest.tables) {
    const rows = await countRows(client, table)
    if (rows !== table.rows)
      throw new StartError(`Only ${rows} of ${table.rows} rows of ${quoted(table)} arrived.`)
  }
  for (const { back } of guards) await client.query(back)
}

const notEmpty = 'The database is not empty. Restore into one that has never been used.'

/** The connection must see all rows. */
export async function assertNoPeople(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select from auth.users union all select from businesses limit 1`)
  if (rows.length > 0) throw new StartError(notEmpty)
}

async function assertSameTables(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const present = new Map((await listTables(client)).map((table) => [quoted(table), new Set(table.columns)]))
  for (const table of manifest.tables) {
    const columns = present.get(quoted(table))
    if (columns && table.columns.every((column) => columns.has(column))) continue
    throw new StartError(
      `The backup has a table that this version does not have (${table.schema}.${table.name}). Restore it with Millrace ${manifest.version}, then update.`,
    )
  }
}
